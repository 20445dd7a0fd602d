// The broker's side of `try`: Telemetry BOOTSTRAP produce makes the topic and the group, appends records, and prints what the
// firmware has to print of each: partition, offset, key, length of the value, and its hash. Telemetry BOOTSTRAP group prints what
// the broker knows of the group when the firmware has left.

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.*;

public class Telemetry {
    static final String TOPIC = "telemetry", GROUP = "devices";
    static final int PARTITIONS = 3;

    public static void main(String[] args) throws Exception {
        Map<String, Object> common = Map.of("bootstrap.servers", args[0]);
        if (args[1].equals("produce")) {
            prepare(common);
            // A record longer than the firmware's window, and one of each that it does not simply accept.
            List<String> plain = new ArrayList<>(values(300, 150));
            plain.set(20, "long ".repeat(4000));
            plain.set(40, "[reject] nobody can use this");
            plain.set(41, "[return] somebody else shall have this");
            plain.set(290, "[dawdle] takes longer than its lock");
            produce(common, 0, "none", 16_384, plain);
            // Batches that are larger than all of the firmware's memory when they are decompressed.
            produce(common, 1, "gzip", 120_000, values(700, 400));
            List<String> small = new ArrayList<>(values(300, 200));
            small.set(7, "[reject] nor this");
            produce(common, 2, "lz4", 12_000, small);
        } else {
            show(common);
        }
    }

    static Map<String, Object> with(Map<String, Object> common, Object... more) {
        Map<String, Object> all = new HashMap<>(common);
        for (int i = 0; i < more.length; i += 2) {
            all.put((String) more[i], more[i + 1]);
        }
        return all;
    }

    /** Texts that compress to about a fifth. */
    static List<String> values(int count, int length) {
        Random random = new Random(length);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder value = new StringBuilder();
            while (value.length() < length) {
                value.append("sensor ").append(random.nextInt(20)).append(" = ").append(random.nextInt(100)).append("; ");
            }
            values.add(value.toString());
        }
        return values;
    }

    static void prepare(Map<String, Object> common) throws Exception {
        try (Admin admin = Admin.create(common)) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1))).all().get();
            ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, GROUP);
            ConfigEntry earliest = new ConfigEntry("share.auto.offset.reset", "earliest");
            admin.incrementalAlterConfigs(Map.of(group, List.of(new AlterConfigOp(earliest, AlterConfigOp.OpType.SET))))
                .all().get();
        }
    }

    static void produce(Map<String, Object> common, int partition, String codec, int batch, List<String> values)
            throws Exception {
        Map<String, Object> config = with(common, "compression.type", codec, "batch.size", batch, "linger.ms", 1000,
            "max.request.size", 1 << 20);
        try (Producer<String, byte[]> producer =
                new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                byte[] value = values.get(i).getBytes(StandardCharsets.UTF_8);
                sent.add(producer.send(new ProducerRecord<>(TOPIC, partition, "key-" + i, value)));
            }
            producer.flush();
            for (int i = 0; i < sent.size(); i++) {
                byte[] value = values.get(i).getBytes(StandardCharsets.UTF_8);
                long offset = sent.get(i).get().offset();
                System.out.printf("%d %d key-%d %d %08x%n", partition, offset, i, value.length, fnv1a(value));
            }
        }
    }

    static int fnv1a(byte[] bytes) {
        int hash = 0x811c9dc5;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x01000193;
        }
        return hash;
    }

    /**
     * State and members; then of each partition where the log ends, and how many records the group has not done with (KIP-1226). Its
     * start offset is written with the next acknowledgement only.
     */
    static void show(Map<String, Object> common) throws Exception {
        try (Admin admin = Admin.create(common)) {
            ShareGroupDescription group = admin.describeShareGroups(List.of(GROUP)).all().get().get(GROUP);
            System.out.printf("group %s, %d members%n", group.groupState(), group.members().size());
            var groups = Map.of(GROUP, new ListShareGroupOffsetsSpec());
            var offsets = admin.listShareGroupOffsets(groups).partitionsToOffsetInfo(GROUP).get();
            Map<TopicPartition, OffsetSpec> latest = new TreeMap<>(Comparator.comparing(TopicPartition::partition));
            for (int i = 0; i < PARTITIONS; i++) {
                latest.put(new TopicPartition(TOPIC, i), OffsetSpec.latest());
            }
            var ends = admin.listOffsets(latest).all().get();
            for (TopicPartition partition : latest.keySet()) {
                System.out.printf("partition %d: end %d, lag %d%n", partition.partition(),
                    ends.get(partition).offset(), offsets.get(partition).lag().orElse(-1L));
            }
        }
    }
}
