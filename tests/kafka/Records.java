import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;

/**
 * Kafka's own records, one JSON object a line on standard input, one answer a line on standard output.
 *
 * {"hex"}: what MemoryRecords reads there: {"ok":true,"batches":[..]}, each batch checked, with its records; or
 * {"ok":false,"error"}. {"settings","records"}: the bytes that MemoryRecordsBuilder writes: {"ok":true,"hex"}; or
 * {"ok":false,"error"} if it refuses.
 */
public class Records {
    static final ObjectMapper MAPPER = new ObjectMapper();
    static final HexFormat HEX = HexFormat.of();

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            ObjectNode answer = MAPPER.createObjectNode();
            JsonNode ask = MAPPER.readTree(line);
            try {
                answer.put("ok", true);
                if (ask.has("hex")) answer.set("batches", read(HEX.parseHex(ask.get("hex").asText())));
                else answer.put("hex", HEX.formatHex(build(ask.get("settings"), ask.get("records"))));
            } catch (Exception e) {
                answer.removeAll();
                answer.put("ok", false).put("error", e.toString());
            }
            out.println(answer);
        }
        out.flush();
    }

    static ArrayNode read(byte[] bytes) {
        ArrayNode batches = MAPPER.createArrayNode();
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(bytes)).batches()) {
            batch.ensureValid();
            ObjectNode json = batches.addObject();
            json.put("size", batch.sizeInBytes()).put("base_offset", batch.baseOffset());
            json.put("last_offset", batch.lastOffset()).put("next_offset", batch.nextOffset());
            json.put("partition_leader_epoch", batch.partitionLeaderEpoch()).put("codec", batch.compressionType().name);
            json.put("append", batch.timestampType() == TimestampType.LOG_APPEND_TIME);
            json.put("transactional", batch.isTransactional()).put("control", batch.isControlBatch());
            json.put("delete_horizon", batch.deleteHorizonMs().isPresent() ? batch.deleteHorizonMs().getAsLong() : null);
            json.put("max_timestamp", batch.maxTimestamp()).put("producer_id", batch.producerId());
            json.put("producer_epoch", batch.producerEpoch()).put("base_sequence", batch.baseSequence());
            json.put("crc", batch.checksum()).put("count", batch.countOrNull());
            ArrayNode records = json.putArray("records");
            for (Record record : batch) {
                record.ensureValid();
                ObjectNode one = records.addObject();
                one.put("offset", record.offset()).put("timestamp", record.timestamp());
                one.put("sequence", record.sequence());
                one.put("key", hex(record.key())).put("value", hex(record.value()));
                ArrayNode headers = one.putArray("headers");
                for (Header header : record.headers()) {
                    byte[] value = header.value();
                    headers.addArray().add(header.key()).add(value == null ? null : HEX.formatHex(value));
                }
            }
        }
        return batches;
    }

    static String hex(ByteBuffer bytes) {
        if (bytes == null) return null;
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return HEX.formatHex(copy);
    }

    static byte[] bytes(JsonNode hex) {
        return hex == null || hex.isNull() ? null : HEX.parseHex(hex.asText());
    }

    static byte[] build(JsonNode s, JsonNode records) {
        boolean append = s.get("append").asBoolean(), control = s.get("control").asBoolean();
        boolean transactional = s.get("transactional").asBoolean();
        long baseOffset = s.get("base_offset").asLong(), maxTimestamp = s.get("max_timestamp").asLong();
        long producerId = s.get("producer_id").asLong();
        short producerEpoch = (short) s.get("producer_epoch").asInt();
        int baseSequence = s.get("base_sequence").asInt(), leaderEpoch = s.get("partition_leader_epoch").asInt();
        TimestampType type = append ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME;
        if (records.isEmpty()) {
            ByteBuffer header = ByteBuffer.allocate(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
            DefaultRecordBatch.writeEmptyHeader(header, (byte) 2, producerId, producerEpoch, baseSequence, baseOffset,
                s.get("last_offset").asLong(), leaderEpoch, type, maxTimestamp, transactional, control);
            return header.array();
        }
        ByteBufferOutputStream stream = new ByteBufferOutputStream(512);
        long horizon = s.get("delete_horizon").isNull() ? -1 : s.get("delete_horizon").asLong();
        MemoryRecordsBuilder builder = new MemoryRecordsBuilder(stream, (byte) 2, Compression.NONE, type, baseOffset,
            append ? maxTimestamp : -1, producerId, producerEpoch, baseSequence, transactional, control, leaderEpoch,
            Integer.MAX_VALUE, horizon);
        for (JsonNode r : records) {
            Header[] headers = new Header[r.get("headers").size()];
            for (int i = 0; i < headers.length; i++) {
                JsonNode header = r.get("headers").get(i);
                headers[i] = new RecordHeader(new String(bytes(header.get(0)), StandardCharsets.UTF_8), bytes(header.get(1)));
            }
            SimpleRecord record =
                new SimpleRecord(r.get("timestamp").asLong(), bytes(r.get("key")), bytes(r.get("value")), headers);
            if (control) builder.appendControlRecordWithOffset(r.get("offset").asLong(), record);
            else builder.appendWithOffset(r.get("offset").asLong(), record);
        }
        if (!s.get("last_offset").isNull()) builder.overrideLastOffset(s.get("last_offset").asLong());
        ByteBuffer built = builder.build().buffer();
        byte[] copy = new byte[built.remaining()];
        built.get(copy);
        return copy;
    }
}
