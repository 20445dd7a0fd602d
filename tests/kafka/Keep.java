import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Has a broker write into its own topics: consumer groups of both protocols, a share group, transactions that end either way. */
public class Keep {
    public static void main(String[] args) throws Exception {
        String bootstrap = args[0];
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic("kept", 2, (short) 1))).all().get();
            ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, "sharers");
            admin.incrementalAlterConfigs(Map.of(group, List.of(new AlterConfigOp(
                new ConfigEntry("share.auto.offset.reset", "earliest"), AlterConfigOp.OpType.SET)))).all().get();
        }
        Map<String, Object> strings = Map.of("bootstrap.servers", bootstrap, "transactional.id", "keeper");
        try (var producer = new KafkaProducer<>(strings, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            for (int i = 0; i < 4; i++) {
                producer.beginTransaction();
                for (int k = 0; k < 5; k++) producer.send(new ProducerRecord<>("kept", k % 2, "key", "value " + i));
                if (i % 2 == 0) producer.commitTransaction();
                else producer.abortTransaction();
            }
        }
        for (String protocol : List.of("classic", "consumer")) {
            Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "group.id", protocol + "-group",
                "group.protocol", protocol, "auto.offset.reset", "earliest", "enable.auto.commit", false);
            try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
                consumer.subscribe(List.of("kept"));
                for (int i = 0, seen = 0; i < 50 && seen < 20; i++) seen += consumer.poll(Duration.ofMillis(200)).count();
                consumer.commitSync();
            }
        }
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "group.id", "sharers");
        try (var consumer = new KafkaShareConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of("kept"));
            for (int i = 0, seen = 0; i < 50 && seen < 20; i++) seen += consumer.poll(Duration.ofMillis(200)).count();
            consumer.commitSync();
        }
        // A group that is deleted leaves tombstones.
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.deleteConsumerGroups(List.of("classic-group")).all().get();
        }
    }
}
