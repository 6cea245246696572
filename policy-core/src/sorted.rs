//! Sorting, compiled once.
//!
//! Owns the order of numbers that stand for the items, and maps and sets that are filled one by one, because `collect` sorts
//! what it is given. The standard library's sort is compiled for each type and each
//! comparison, a few kilobytes every time: 205 functions were a tenth of the module's code. Here only the swaps are.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How many items are sorted without a place on the heap.
const FEW: usize = 16;

/// Sorts `items`; equal ones keep their order.
pub(crate) fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts `items` by their keys; those with equal keys keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts `items` by `compare`; equal ones keep their order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let mut few = [0; FEW];
    let mut many = Vec::new();
    let targets = if let Some(few) = few.get_mut(..items.len()) {
        few
    } else {
        many.resize(items.len(), 0);
        &mut many
    };
    find_targets(targets, &|one, other| match (items.get(one), items.get(other)) {
        (Some(one), Some(other)) => compare(one, other),
        _ => Ordering::Equal,
    });
    // Every swap brings one item to its target.
    for place in 0..items.len() {
        while let Some(&target) = targets.get(place)
            && target != place
        {
            items.swap(place, target);
            targets.swap(place, target);
        }
    }
}

/// The map of `entries`; of several with one key the last counts.
pub(crate) fn map<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in entries {
        map.insert(key, value);
    }
    map
}

/// The map of `entries`, or the first error.
pub(crate) fn try_map<K: Ord, V, E>(
    entries: impl IntoIterator<Item = Result<(K, V), E>>,
) -> Result<BTreeMap<K, V>, E> {
    let mut map = BTreeMap::new();
    for entry in entries {
        let (key, value) = entry?;
        map.insert(key, value);
    }
    Ok(map)
}

/// The set of `items`.
pub(crate) fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    for item in items {
        set.insert(item);
    }
    set
}

/// Sets, by place, the place to which the item there belongs.
fn find_targets(targets: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    let mut order: Vec<usize> = (0..targets.len()).collect();
    #[expect(clippy::disallowed_methods, reason = "the one sort of the standard library in the core")]
    order.sort_by(|one, other| compare(*one, *other));
    for (target, place) in order.into_iter().enumerate() {
        if let Some(to) = targets.get_mut(place) {
            *to = target;
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the standard sort says what is right")]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn items_are_in_the_order_of_the_standard_sort(items in prop::collection::vec((0_u8..20, any::<u8>()), 0..80)) {
            let (mut ours, mut theirs) = (items.clone(), items);
            sort(&mut ours);
            theirs.sort_unstable();
            prop_assert_eq!(ours, theirs);
        }

        #[test]
        fn items_with_equal_keys_keep_their_order(items in prop::collection::vec((0_u8..5, any::<u8>()), 0..80)) {
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn a_rotated_list_is_sorted_in_a_swap_for_each_item() {
        let mut items: Vec<usize> = (1..100_000).chain([0]).collect();
        sort(&mut items);
        assert!(items.is_sorted());
    }
}
