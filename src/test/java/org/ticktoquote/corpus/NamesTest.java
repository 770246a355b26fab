package org.ticktoquote.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitable;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.wire.WireFigures;
import org.ticktoquote.clients.config.SetupReader;
import org.ticktoquote.comparison.compare.Comparison;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.rate.RatePlan;
import org.ticktoquote.comparison.rate.RateResult;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.harness.gate.GatePlan;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.pricing.publish.Faults;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.FeedProvider;
import org.ticktoquote.replayer.feed.FeedTick;
import org.ticktoquote.replayer.feed.Markets;
import org.ticktoquote.replayer.feed.MessageLink;
import org.ticktoquote.replayer.feed.MessageSink;
import org.ticktoquote.replayer.feed.MessageTransport;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.feed.QuoteSink;
import org.ticktoquote.replayer.feed.SessionOpening;
import org.ticktoquote.replayer.feed.TickEncoder;
import org.ticktoquote.replayer.payload.PayloadDeclaration;
import org.ticktoquote.replayer.venue.VenueReader;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Names that users rely on in scripts, files and jars are those of names.txt. */
class NamesTest {
    private static final Path RESOURCES = Path.of(System.getProperty("t2q.root"), "src/test/resources");
    private static final Pattern UNKNOWN_KEY = Pattern.compile("in-(\\S+): unknown key.*?, expected one of (.*)");
    private static final Pattern KEY_COUNT = Pattern.compile("(\\d+) keys .*");

    /** JSON files by name. */
    private static final Map<String, Class<?>> RECORDS = Map.ofEntries(
            Map.entry("run.json", RunManifest.class),
            Map.entry("summary.json", Summary.class),
            Map.entry("statistics.json", RunStatistics.class),
            Map.entry("outliers.json", Outliers.class),
            Map.entry("wire.json", WireFigures.class),
            Map.entry("slo.json", RequestedLevels.class),
            Map.entry("matrix.json", MatrixRecord.class),
            Map.entry("comparison.json", MatrixComparison.class),
            Map.entry("compare --json", Comparison.class),
            Map.entry("gate.json", GateReport.class),
            Map.entry("gate-plan.json", GatePlan.class),
            Map.entry("rate.json", RateResult.class),
            Map.entry("rate-plan.json", RatePlan.class));

    private static final List<Class<?>> PLUG_INS = List.of(
            Feed.class,
            FeedListener.class,
            FeedProvider.class,
            FeedTick.class,
            MessageLink.class,
            MessageSink.class,
            MessageTransport.class,
            PayloadDecoder.class,
            QuoteSink.class,
            SessionOpening.class,
            TickEncoder.class);

    private interface Reading {
        void read(Path file) throws IOException;
    }

    /**
     * Readers whose keys have no schema. Each refuses unknown keys with the list of its keys. For a section with more than ten
     * keys the message states their number, and the file lists all of them after the unknown key.
     */
    private static final Map<String, Reading> YAML = Map.of(
            "clients", file -> SetupReader.read(file, null, clients(null), false),
            "session-template",
                    file -> SetupReader.read(RESOURCES.resolve("names/plan.yaml"), null, clients(file), false),
            "hosts", Inventory::read,
            "threads", file -> ThreadChoice.ofPlan(file.toString(), YamlFile.text(file)),
            "payload", file -> PayloadDeclaration.parse(file.toString(), YamlFile.text(file)),
            "venues",
                    file -> VenueReader.parse(
                            file.toString(),
                            YamlFile.text(file),
                            new Markets(List.of(new Instrument(0, "EUR/USD", 100_000, 10_000)), List.of("EBS"))));

    private final Set<String> names = new TreeSet<>();

    private static ClientsPlan.Options clients(@Nullable Path template) {
        return new ClientsPlan.Options(Path.of("run"), template, new ClientsOptions(), false, false);
    }

    @Test
    void publicNamesAreUnchanged() throws Exception {
        options(RootCommand.commandLine());
        schema("matrix", "matrix", "schema");
        schema("gate-policy", "gate", "schema");
        for (Map.Entry<String, Reading> file : YAML.entrySet()) {
            keys(file.getKey(), file.getValue());
        }
        for (Map.Entry<String, Class<?>> file : RECORDS.entrySet()) {
            new JsonMapper().acceptJsonFormatVisitor(file.getValue(), new Members("json " + file.getKey() + " "));
        }
        PLUG_INS.forEach(this::methods);
        for (Field rule : Rule.class.getFields()) {
            names.add("rule " + rule.get(null));
        }

        Path file = RESOURCES.resolve("names.txt");
        if (System.getProperty("t2q.corpus", "").equals("write")) {
            Files.write(file, names);
        }
        List<String> kept = Files.readAllLines(file);
        assertThat(Stream.concat(
                        kept.stream().filter(name -> !names.contains(name)).map(name -> "gone: " + name),
                        names.stream().filter(name -> !kept.contains(name)).map(name -> "new: " + name)))
                .as(
                        "names that users hold, against %s; where it is meant:"
                                + " CONTRIBUTING.md#figures-and-names-that-stay",
                        file)
                .isEmpty();
    }

    /** Values of options and files with their own syntax. */
    @Test
    void parsesFaultsAndServiceLevels() {
        Faults.parse(
                List.of(
                        "drop:share=0.01,seed=1",
                        "duplicate:share=0.01,seed=1",
                        "reorder:share=0.01,seed=1",
                        "old-price:share=0.01,seed=1",
                        "delay-session:session=3,by=20ms",
                        "delay-venue:venue=1,by=2ms",
                        "disconnect:session=3,after=500"),
                4);
        Stream.of(
                        "p99.9 in any 60 s < 5 ms",
                        "p99 of last-client in any 10000 ticks < 2 ms",
                        "p50 of first-client in any 1 h < 2 ms",
                        "p50 of median-client in any 1 min < 2 ms",
                        "p90 of response in any 1 min < 2 ms",
                        "p99.99 of service in any 10 min < 2 ms",
                        "99 % of quotes within 1 ms",
                        "99.5 % of quotes within 1 ms in any 1h",
                        "no session more than 10 % of its time stale by 5 ms",
                        "no answer later than 100 ms")
                .forEach(ServiceLevel::parse);
    }

    private void options(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        for (ArgSpec argument : spec.args()) {
            String name = argument instanceof OptionSpec option
                    ? String.join(", ", option.names())
                    : "[" + argument.paramLabel() + "]";
            names.add("option " + spec.qualifiedName() + " " + name);
        }
        command.getSubcommands().values().forEach(this::options);
    }

    private void schema(String file, String... command) throws IOException {
        StringWriter text = new StringWriter();
        RootCommand.commandLine().setOut(new PrintWriter(text)).execute(command);
        properties("key " + file + " ", new JsonMapper().readTree(text.toString()));
    }

    private void properties(String path, JsonNode schema) {
        for (String part : List.of("properties", "$defs")) {
            for (Map.Entry<String, JsonNode> one : schema.path(part).properties()) {
                names.add(path + one.getKey());
                properties(path + one.getKey() + ".", one.getValue());
            }
        }
        Stream.of("additionalProperties", "items")
                .filter(schema::has)
                .forEach(part -> properties(path + "*.", schema.get(part)));
        Stream.of("oneOf", "anyOf").forEach(part -> schema.path(part).forEach(one -> properties(path, one)));
    }

    private void keys(String name, Reading reading) throws IOException {
        Path file = RESOURCES.resolve("names/" + name + ".yaml");
        Throwable refusal = catchThrowable(() -> reading.read(file));
        assertThat(refusal).as(name).isNotNull().message().doesNotContainPattern(": (?!in-)[\\w-]+: unknown key");
        for (MatchResult found :
                UNKNOWN_KEY.matcher(refusal.getMessage()).results().toList()) {
            Matcher count = KEY_COUNT.matcher(found.group(2));
            List<String> keys = List.of(found.group(2).split(", "));
            if (count.matches()) {
                keys = keysAfter("in-" + found.group(1) + ":", file);
                assertThat(keys)
                        .as("%s: all keys of %s", file, found.group(1))
                        .hasSize(Integer.parseInt(count.group(1)));
            }
            keys.forEach(key -> names.add("key " + name + " " + found.group(1) + "." + key));
        }
    }

    /** Returns the keys that follow another one in the same block mapping of a file. */
    private static List<String> keysAfter(String first, Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        int at = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).strip().startsWith(first))
                .findFirst()
                .orElseThrow();
        String indent = lines.get(at).replaceFirst("\\S.*", "");
        return lines.subList(at + 1, lines.size()).stream()
                .takeWhile(line -> line.startsWith(indent))
                .filter(line -> !line.startsWith(indent + " "))
                .map(line -> line.strip().replaceFirst(":.*", ""))
                .toList();
    }

    private void methods(Class<?> type) {
        Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class)
                .map(Method::toGenericString)
                .forEach(signature -> names.add("type " + type.getName() + ": " + signature));
        Arrays.stream(type.getConstructors())
                .forEach(made -> names.add("type " + type.getName() + ": " + made.toGenericString()));
    }

    /** Members of a JSON file as Jackson writes them. */
    private final class Members extends JsonFormatVisitorWrapper.Base {
        private final String path;

        Members(String path) {
            this.path = path;
        }

        @Override
        public JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
            return new JsonObjectFormatVisitor.Base(getProvider()) {
                @Override
                public void property(BeanProperty member) throws JsonMappingException {
                    optionalProperty(member);
                }

                @Override
                public void optionalProperty(BeanProperty member) throws JsonMappingException {
                    names.add(path + member.getName());
                    visit(path + member.getName() + ".", member.getType(), member);
                }
            };
        }

        @Override
        public JsonArrayFormatVisitor expectArrayFormat(JavaType type) {
            return new JsonArrayFormatVisitor.Base(getProvider()) {
                @Override
                public void itemsFormat(JsonFormatVisitable handler, JavaType element) throws JsonMappingException {
                    visit(path + "*.", element, null);
                }
            };
        }

        @Override
        public JsonStringFormatVisitor expectStringFormat(JavaType type) {
            return new JsonStringFormatVisitor.Base() {
                @Override
                public void enumTypes(Set<String> values) {
                    values.forEach(value -> names.add(path.substring(0, path.length() - 1) + " = " + value));
                }
            };
        }

        @Override
        public JsonMapFormatVisitor expectMapFormat(JavaType type) {
            return new JsonMapFormatVisitor.Base(getProvider()) {
                @Override
                public void valueFormat(JsonFormatVisitable handler, JavaType value) throws JsonMappingException {
                    visit(path + "*.", value, null);
                }
            };
        }

        private void visit(String below, JavaType type, BeanProperty member) throws JsonMappingException {
            SerializerProvider provider = getProvider();
            Members members = new Members(below);
            members.setProvider(provider);
            provider.findValueSerializer(type, member).acceptJsonFormatVisitor(members, type);
        }
    }
}
