// A producer and a share consumer, for `converse` to listen to: Talk BOOTSTRAP [CLIENT_PROPERTY=VALUE ...].
// Creates a topic, appends records to it, and reads them in a share group: accepts, releases once, rejects.

import java.time.Duration;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.*;

public class Talk {
    static final String TOPIC = "talk", GROUP = "talkers";
    static final int RECORDS = 10;

    public static void main(String[] args) throws Exception {
        Map<String, Object> common = new HashMap<>();
        common.put("bootstrap.servers", args[0]);
        for (String arg : Arrays.asList(args).subList(1, args.length)) {
            common.put(arg.substring(0, arg.indexOf('=')), arg.substring(arg.indexOf('=') + 1));
        }
        prepare(common);
        produce(common);
        consume(common);
    }

    static Map<String, Object> with(Map<String, Object> common, String... more) {
        Map<String, Object> all = new HashMap<>(common);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    static void prepare(Map<String, Object> common) throws Exception {
        try (Admin admin = Admin.create(with(common, "client.id", "admin"))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
            ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, GROUP);
            ConfigEntry earliest = new ConfigEntry("share.auto.offset.reset", "earliest");
            admin.incrementalAlterConfigs(Map.of(group, List.of(new AlterConfigOp(earliest, AlterConfigOp.OpType.SET))))
                .all().get();
        }
    }

    static void produce(Map<String, Object> common) throws Exception {
        Map<String, Object> config = with(common, "client.id", "producer");
        try (Producer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                ProducerRecord<String, String> record = new ProducerRecord<>(TOPIC, "key " + i, "value " + i);
                record.headers().add(new RecordHeader("number", new byte[] {(byte) i}));
                producer.send(record);
            }
            producer.flush();
        }
        // One that waits for no answer.
        Map<String, Object> careless = with(config, "acks", "0", "enable.idempotence", "false", "client.id", "careless");
        try (Producer<String, String> producer =
                new KafkaProducer<>(careless, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(TOPIC, "key", "nobody needs to know"));
        }
    }

    static void consume(Map<String, Object> common) {
        Map<String, Object> config =
            with(common, "client.id", "consumer", "group.id", GROUP, "share.acknowledgement.mode", "explicit");
        try (ShareConsumer<String, String> consumer =
                new KafkaShareConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(TOPIC));
            Set<String> released = new HashSet<>();
            int done = 0;
            long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (done < RECORDS + 1 && System.nanoTime() < end) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(500))) {
                    String id = record.partition() + " " + record.offset();
                    if (record.offset() % 3 == 1 && released.add(id)) {
                        consumer.acknowledge(record, AcknowledgeType.RELEASE);
                    } else {
                        boolean last = record.offset() % 5 == 4;
                        consumer.acknowledge(record, last ? AcknowledgeType.REJECT : AcknowledgeType.ACCEPT);
                        done++;
                    }
                }
                consumer.commitSync();
            }
            if (done < RECORDS + 1) {
                throw new IllegalStateException("only " + done + " records came");
            }
        }
    }
}
