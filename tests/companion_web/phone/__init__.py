"""Tests of tileye.companion_web.phone."""
