//! The records of the topic `__share_group_state`: how far share groups are with partitions (KIP-932).

use crate::messages::share_state_records::*;

coordinator! {
    /// The key of a record in `__share_group_state`.
    ///
    /// Layout: int16 record type, body.
    ///
    /// ```
    /// use kafka_view::internal::share::ShareKey;
    ///
    /// let mut key = [0; 24];
    /// key[1] = 1;
    /// let ShareKey::ShareUpdate(of) = ShareKey::decode(&key)? else { panic!() };
    /// assert_eq!((of.group_id.is_empty(), of.partition), (true, 0));
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    keys ShareKey;
    /// The value of a record in `__share_group_state`, and its version; the key says which it is: [`ShareKey::value`].
    ///
    /// Layout: int16 version, body.
    values ShareValue;
    /// All of a state.
    0 => ShareSnapshot: ShareSnapshotKey ShareSnapshotKeyView, ShareSnapshotValue ShareSnapshotValueView;
    /// What has changed since the latest snapshot.
    1 => ShareUpdate: ShareUpdateKey ShareUpdateKeyView, ShareUpdateValue ShareUpdateValueView;
}
