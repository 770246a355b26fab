package org.ticktoquote.clients.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.SessionReader.StoreCheck;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.control.ClientsPlan.Echo;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.tap.EchoedId;

/** Reads plan and template into a {@link ClientsSetup}. Reports all problems of both files together. */
public final class SetupReader {
    private static final int MAX_SESSIONS = 1000;
    private static final long DEFAULT_SNAPSHOTS = 65_536;

    private SetupReader() {}

    /**
     * Resolves a plan.
     *
     * @param opens true to check the files and secrets that the template names, which are on the clients' host
     * @throws ProblemException with all problems, one per line
     */
    public static ClientsSetup read(ClientsPlan plan, boolean opens) {
        return read(plan, opens, new Problems());
    }

    /**
     * Resolves the plan in a file.
     *
     * @param connect address for the sessions; null for the file's
     * @param options of the command line
     * @param opens true to check the files and secrets that the template names
     */
    public static ClientsSetup read(
            Path planFile, @Nullable Endpoint connect, ClientsPlan.Options options, boolean opens) {
        Problems problems = new Problems();
        return read(plan(planFile, connect, options, problems), opens, problems);
    }

    private static ClientsSetup read(ClientsPlan plan, boolean opens, Problems problems) {
        Path templateFile = plan.options().sessionTemplate();
        Template template =
                templateFile == null ? Template.NONE : Template.read(templateFile, plan.sessions(), problems);
        SessionReader reader = new SessionReader(plan, template, new StoreCheck(opens), problems);
        List<SessionSetup> sessions = new ArrayList<>();
        for (int index = 0; index < plan.sessions(); index++) {
            sessions.add(reader.read(index));
        }
        checkDistinct(sessions, template);
        checkAccepting(sessions, problems);
        problems.refuseIfAny();
        ClientsPlan.Options options = plan.options();
        int ioThreads = options.shared()
                .ioThreads()
                .orElse(ClientsSetup.defaultIoThreads(Runtime.getRuntime().availableProcessors()));
        return new ClientsSetup(
                plan.run(),
                sessions,
                plan.echo(),
                plan.expectedSnapshots(),
                options.forwardSnapshots(),
                Math.min(ioThreads, sessions.size()), // a session uses only one thread
                options.trace());
    }

    /** Reads the file of a plan, JSON or YAML, written by a run or by a user. */
    private static ClientsPlan plan(
            Path file, @Nullable Endpoint connect, ClientsPlan.Options options, Problems problems) {
        YamlSection top = YamlFile.read(file, problems);
        UUID run = top.value("run", "the UUID of a run", UUID::fromString);
        Endpoint address = top.value("connect", Endpoint.EXPECTED, Endpoint::parse);
        Long sessions = top.number("sessions", 1, MAX_SESSIONS);
        if (!top.has("sessions")) {
            top.problemAt("sessions", "the number of sessions");
        }
        List<ClientsPlan.Pair> instruments = instruments(top);
        Echo echo = echo(top.section("echo"));
        Long expected = top.number("expectedSnapshots", 1, 1_000_000_000);
        Object ignored = top.tree("options"); // options of the run that wrote the file
        top.reportUnknownKeys();
        return new ClientsPlan(
                run == null ? JournalOrigin.NO_RUN : run,
                connect == null ? address : connect,
                sessions == null ? 1 : sessions.intValue(),
                instruments,
                echo,
                expected == null ? DEFAULT_SNAPSHOTS : expected,
                options);
    }

    private static List<ClientsPlan.Pair> instruments(YamlSection top) {
        List<ClientsPlan.Pair> pairs = new ArrayList<>();
        Set<String> symbols = new HashSet<>();
        List<YamlSection> list = top.sections("instruments");
        if (list == null || list.isEmpty()) {
            top.problemAt("instruments", "a list of {id, symbol}");
            return pairs;
        }
        for (YamlSection each : list) {
            Long id = each.number("id", 0, SnapshotRecord.NO_INSTRUMENT - 1);
            String symbol = each.text("symbol");
            each.reportUnknownKeys();
            if (id == null || symbol == null) {
                each.problemAt(id == null ? "id" : "symbol", "the id and symbol of an instrument");
            } else if (symbols.add(symbol)) {
                pairs.add(new ClientsPlan.Pair(id.intValue(), symbol));
            } else {
                each.problemAt("symbol", "a symbol that is listed once");
            }
        }
        return pairs;
    }

    private static Echo echo(@Nullable YamlSection section) {
        if (section == null) {
            return Echo.NONE;
        }
        Integer tag = section.value("tag", Matching.EXPECTED_TAG, SetupReader::echoTag);
        String transform = section.value(
                "transform", "decimal, hex or utc-time, optionally with a prefix as in T:decimal", text -> {
                    EchoedId.of(1, text);
                    return text;
                });
        section.reportUnknownKeys();
        return tag == null ? Echo.NONE : new Echo(tag, transform == null ? Echo.NONE.transform() : transform);
    }

    private static @Nullable Integer echoTag(String text) {
        Integer tag = text.matches("[0-9]{1,5}") ? Integer.valueOf(text) : null;
        return tag != null && Matching.canName(tag) ? tag : null;
    }

    /**
     * Requires the same address and TLS for all sessions if any session accepts connections, because a connection's
     * session is known only after the TLS handshake.
     */
    private static void checkAccepting(List<SessionSetup> sessions, Problems problems) {
        if (sessions.stream().noneMatch(session -> session.address().accepts())) {
            return;
        }
        SessionSetup first = sessions.get(0);
        for (SessionSetup session : sessions) {
            if (!session.address().equals(first.address()) || !Objects.equals(session.tls(), first.tls())) {
                problems.add(Problem.ofFault("sessions 0 and " + session.index() + " accept differently")
                        .expected("the same 'accept' and 'tls' for all sessions"));
                return;
            }
        }
        if (first.tls() != null && first.tls().keyStore() == null) {
            problems.add(
                    Problem.ofFault("'accept' with 'tls' has no certificate").expected("'keyStore' in 'tls'"));
        }
    }

    private static void checkDistinct(List<SessionSetup> sessions, Template template) {
        Map<List<String>, Integer> indices = new HashMap<>();
        for (SessionSetup session : sessions) {
            List<String> identity = List.of(
                    session.transport(),
                    session.header().senderCompId(),
                    session.header().senderSubId(),
                    session.header().targetCompId(),
                    session.header().targetSubId());
            Integer first = indices.putIfAbsent(identity, session.index());
            if (first != null) {
                Problem both = Problem.ofFault("sessions " + first + " and " + session.index() + " are both "
                                + session.header().senderCompId() + " to "
                                + session.header().targetCompId())
                        .expected("distinct CompIDs or SubIDs, as with 'senderCompId: CLIENT-{index}'");
                template.session(session.index()).problemAt("senderCompId", both);
                return;
            }
        }
    }

    /**
     * The user's session template: {@code defaults} for every session, overrides by number in {@code sessions}, and the
     * counterparty's names in {@code symbols}.
     *
     * @param defaults null if the file has none
     * @param overrides sections that override the defaults, by session number
     * @param symbols names that the counterparty uses, by pair such as EUR/USD
     */
    record Template(@Nullable YamlSection defaults, Map<Integer, YamlSection> overrides, Map<String, String> symbols) {
        static final Template NONE = new Template(null, Map.of(), Map.of());

        static Template read(Path file, int sessionCount, Problems problems) {
            YamlSection top = YamlFile.read(file, problems);
            YamlSection defaults = top.section("defaults");
            Map<Integer, YamlSection> overrides = overrides(top.section("sessions"), sessionCount);
            Map<String, String> symbols = symbols(top.section("symbols"));
            top.reportUnknownKeys();
            return new Template(defaults, overrides, symbols);
        }

        private static Map<Integer, YamlSection> overrides(@Nullable YamlSection sessions, int sessionCount) {
            Map<Integer, YamlSection> overrides = new HashMap<>();
            if (sessions == null) {
                return overrides;
            }
            for (String key : sessions.allKeys()) {
                YamlSection override = sessions.section(key);
                if (!key.matches("[0-9]{1,4}") || Integer.parseInt(key) >= sessionCount) {
                    sessions.problemWithKey(key, "a session number from 0 to " + (sessionCount - 1));
                } else if (override != null) {
                    overrides.put(Integer.parseInt(key), override);
                }
            }
            return overrides;
        }

        private static Map<String, String> symbols(@Nullable YamlSection section) {
            Map<String, String> symbols = new HashMap<>();
            if (section != null) {
                for (String key : section.allKeys()) {
                    String name = section.text(key);
                    if (name != null) {
                        symbols.put(key, name);
                    }
                }
            }
            return symbols;
        }

        /** Returns the settings of one session, its own before the defaults. */
        Layers session(int index) {
            List<YamlSection> layers = Stream.of(overrides.get(index), defaults)
                    .filter(Objects::nonNull)
                    .toList();
            return new Layers(layers);
        }
    }
}
