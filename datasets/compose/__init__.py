"""The fast composer: pictures from scenes without ray tracing."""
