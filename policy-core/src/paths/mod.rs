//! Paths as text: joining, cleaning, what lies inside what. Never asks a disk.
