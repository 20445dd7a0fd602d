import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Fills topics of a broker: every codec, plain and idempotent producers, append time, transactions that end either way. */
public class Produce {
    static String bootstrap;

    static KafkaProducer<byte[], byte[]> producer(String codec, Map<String, Object> more) {
        Map<String, Object> config = new java.util.HashMap<>(Map.of("bootstrap.servers", bootstrap,
            "compression.type", codec, "linger.ms", 50, "batch.size", 4000));
        config.putAll(more);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    static void send(KafkaProducer<byte[], byte[]> producer, String topic, int from, int to) {
        for (int i = from; i < to; i++) {
            byte[] key = i % 5 == 0 ? null : ("key-" + i % 7).getBytes();
            byte[] value = i % 11 == 0 ? null : ("value " + i + " ").repeat(i % 40).getBytes();
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, 1_700_000_000_000L + i * 3, key, value);
            Headers headers = record.headers();
            for (int h = 0; h < i % 3; h++) headers.add("header", h == 0 ? null : new byte[] {(byte) i, 0});
            producer.send(record);
        }
        producer.flush();
    }

    public static void main(String[] args) throws Exception {
        bootstrap = args[0];
        List<String> codecs = List.of("none", "gzip", "snappy", "lz4", "zstd");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            List<NewTopic> topics = new java.util.ArrayList<>();
            for (String codec : codecs) {
                topics.add(new NewTopic("plain-" + codec, 1, (short) 1));
                topics.add(new NewTopic("idempotent-" + codec, 1, (short) 1));
                topics.add(new NewTopic("transactional-" + codec, 1, (short) 1));
                topics.add(new NewTopic("appended-" + codec, 1, (short) 1)
                    .configs(Map.of("message.timestamp.type", "LogAppendTime")));
            }
            admin.createTopics(topics).all().get();
        }
        for (String codec : codecs) {
            try (var producer = producer(codec, Map.of("enable.idempotence", false, "acks", "1"))) {
                send(producer, "plain-" + codec, 0, 150);
                send(producer, "appended-" + codec, 0, 20);
            }
            try (var producer = producer(codec, Map.of())) {
                send(producer, "idempotent-" + codec, 0, 1);
                send(producer, "idempotent-" + codec, 1, 150);
            }
            try (var producer = producer(codec, Map.of("transactional.id", "transactions-" + codec))) {
                producer.initTransactions();
                for (int i = 0; i < 4; i++) {
                    producer.beginTransaction();
                    send(producer, "transactional-" + codec, i * 20, i * 20 + 20);
                    if (i % 2 == 0) producer.commitTransaction();
                    else producer.abortTransaction();
                }
            }
        }
    }
}
