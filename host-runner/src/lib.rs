//! Runs what the policy core has decided on, confined to what was decided.
