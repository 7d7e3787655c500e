//! Sorting lists of some hundred things at most, in the light.
//!
//! The standard library's sorts are made for millions, and cost three kilobytes for each type and order. A list of
//! thousands should still use them.

use core::cmp::Ordering;

/// Sorts a list; what compares equal keeps its order. Quick where most of it is in order already.
pub fn sort_by<T>(list: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    for next in 1..list.len() {
        let (sorted, rest) = list.split_at(next);
        let Some(item) = rest.first() else { return };
        let place = sorted.partition_point(|other| compare(other, item) != Ordering::Greater);
        if place < next {
            let item = list.remove(next);
            list.insert(place, item);
        }
    }
}

/// Sorts a list by the order that its type has.
pub fn sort<T: Ord>(list: &mut Vec<T>) {
    sort_by(list, T::cmp);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(list: Vec<(u8, u8)>) {
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_by(&mut ours, |one, other| one.0.cmp(&other.0));
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(&ours, &theirs);
            sort(&mut ours);
            theirs.sort_unstable();
            prop_assert_eq!(ours, theirs);
        }
    }
}
