"""Full renders with Blender."""
