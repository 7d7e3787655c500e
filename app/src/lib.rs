//! Headcount page views (placeholder).
