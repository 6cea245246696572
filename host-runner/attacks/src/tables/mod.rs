//! The tables of attacks, one file for each kind of harm.

mod network;
mod planted;
mod privileges;
mod processes;
mod protected;
mod reads;
mod repositories;
mod writes;

use crate::attack::Attack;

/// Every attack.
pub(crate) fn attacks() -> impl Iterator<Item = &'static Attack> {
    [
        writes::ATTACKS,
        protected::ATTACKS,
        protected::SUPERVISED,
        planted::ATTACKS,
        repositories::ATTACKS,
        reads::ATTACKS,
        network::ATTACKS,
        processes::ATTACKS,
        privileges::ATTACKS,
    ]
    .into_iter()
    .flatten()
}
