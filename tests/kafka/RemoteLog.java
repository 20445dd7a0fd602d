import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.log.remote.metadata.storage.RemoteLogSegmentMetadataSnapshot;
import org.apache.kafka.server.log.remote.metadata.storage.serialization.RemoteLogMetadataSerde;
import org.apache.kafka.server.log.remote.storage.*;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata.CustomMetadata;

/**
 * The records of the remote log by Kafka's own RemoteLogMetadataSerde, which is what writes and reads the topic: first some of its own
 * making, a line {"name","hex","json"} each; then for each line of hex on standard input what it reads there, as it says so by its
 * getters: {"json","hex"}, the latter written again, or {"error"}.
 */
public class RemoteLog {
    static final ObjectMapper MAPPER = new ObjectMapper();
    static final HexFormat HEX = HexFormat.of();
    static final RemoteLogMetadataSerde SERDE = new RemoteLogMetadataSerde();

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        TopicIdPartition partition = new TopicIdPartition(new Uuid(1, -2), new TopicPartition("tiered", 7));
        RemoteLogSegmentId id = new RemoteLogSegmentId(partition, new Uuid(Long.MIN_VALUE, Long.MAX_VALUE));
        for (Optional<CustomMetadata> custom : List.of(
                Optional.<CustomMetadata>empty(), Optional.of(new CustomMetadata(new byte[0])), Optional.of(new CustomMetadata(new byte[] {0, -1, 9}))))
            for (RemoteLogSegmentState state : RemoteLogSegmentState.values()) {
                boolean isEmpty = state.id() % 2 == 0;
                Map<Integer, Long> epochs = Map.of(0, 100L, 5, 200L, 1 << 20, 1L << 40);
                write(out, new RemoteLogSegmentMetadata(
                    id, 100, 1L << 41, -1, 3, 1_700_000_000_000L, 1 << 30, custom, state, epochs, isEmpty));
                write(out, new RemoteLogSegmentMetadataUpdate(id, 1_700_000_000_001L, custom, state, Integer.MAX_VALUE));
                write(out, new RemoteLogSegmentMetadataSnapshot(
                    id.id(), 0, 0, Long.MAX_VALUE, 3, 0, 1, custom, state, Map.of(1, 0L), isEmpty));
            }
        for (RemotePartitionDeleteState state : RemotePartitionDeleteState.values())
            write(out, new RemotePartitionDeleteMetadata(partition, state, 9, 0));
        out.println();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            try {
                write(out, SERDE.deserialize(HEX.parseHex(line)));
            } catch (Exception e) {
                out.println(MAPPER.createObjectNode().put("error", e.toString()));
            }
        }
        out.flush();
    }

    static void write(PrintStream out, RemoteLogMetadata metadata) {
        ObjectNode line = MAPPER.createObjectNode();
        line.put("name", metadata.getClass().getSimpleName() + "Record").put("hex", HEX.formatHex(SERDE.serialize(metadata)));
        ObjectNode json = line.putObject("json");
        json.put("brokerId", metadata.brokerId()).put("eventTimestampMs", metadata.eventTimestampMs());
        if (metadata instanceof RemoteLogSegmentMetadata of) {
            segment(json.putObject("remoteLogSegmentId"), of.remoteLogSegmentId());
            content(json, of.startOffset(), of.endOffset(), of.maxTimestampMs(), of.segmentSizeInBytes(), of.segmentLeaderEpochs(),
                of.isTxnIdxEmpty());
            state(json, of.customMetadata(), of.state());
        } else if (metadata instanceof RemoteLogSegmentMetadataSnapshot of) {
            json.put("segmentId", of.segmentId().toString());
            content(json, of.startOffset(), of.endOffset(), of.maxTimestampMs(), of.segmentSizeInBytes(), of.segmentLeaderEpochs(),
                of.isTxnIdxEmpty());
            state(json, of.customMetadata(), of.state());
        } else if (metadata instanceof RemoteLogSegmentMetadataUpdate of) {
            segment(json.putObject("remoteLogSegmentId"), of.remoteLogSegmentId());
            state(json, of.customMetadata(), of.state());
        } else if (metadata instanceof RemotePartitionDeleteMetadata of) {
            partition(json.putObject("topicIdPartition"), of.topicIdPartition());
            json.put("remotePartitionDeleteState", of.state().id());
        }
        out.println(line);
    }

    static void content(ObjectNode json, long start, long end, long time, int size, Map<Integer, Long> epochs, boolean isEmpty) {
        json.put("startOffset", start).put("endOffset", end).put("maxTimestampMs", time).put("segmentSizeInBytes", size);
        ArrayNode entries = json.putArray("segmentLeaderEpochs");
        epochs.forEach((epoch, offset) -> entries.addObject().put("leaderEpoch", epoch).put("offset", offset));
        // Its default is left out.
        if (isEmpty) json.put("txnIndexEmpty", true);
    }

    static void state(ObjectNode json, Optional<CustomMetadata> custom, RemoteLogSegmentState state) {
        json.put("customMetadata", custom.map(CustomMetadata::value).orElse(null));
        json.put("remoteLogSegmentState", state.id());
    }

    static void segment(ObjectNode json, RemoteLogSegmentId id) {
        partition(json.putObject("topicIdPartition"), id.topicIdPartition());
        json.put("id", id.id().toString());
    }

    static void partition(ObjectNode json, TopicIdPartition of) {
        json.put("name", of.topic()).put("id", of.topicId().toString()).put("partition", of.partition());
    }
}
