//! What crosses the halves, as one test program.
