//! The records of the topic `__transaction_state`: the transactions of each transactional id (KIP-98).

use crate::messages::transaction_log_records::*;

coordinator! {
    /// The key of a record in `__transaction_state`.
    ///
    /// Layout: int16 record type, body. The only type so far is 0.
    ///
    /// ```
    /// use kafka_view::internal::transaction::TransactionKey;
    ///
    /// let TransactionKey::TransactionLog(of) = TransactionKey::decode(b"\0\0\0\x04mine")? else { panic!() };
    /// assert_eq!(of.transactional_id, "mine");
    /// let later = TransactionKey::decode(b"\0\x07\xff")?; // a type of tomorrow
    /// assert_eq!(later, TransactionKey::Unknown { record_type: 7, bytes: b"\0\x07\xff" });
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    keys TransactionKey;
    /// The value of a record in `__transaction_state`, and its version: [`TransactionKey::value`].
    ///
    /// Layout: int16 version, body.
    values TransactionValue;
    /// The state of a transactional id.
    0 => TransactionLog: TransactionLogKey TransactionLogKeyView, TransactionLogValue TransactionLogValueView;
}
