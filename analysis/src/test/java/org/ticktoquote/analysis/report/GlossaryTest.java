package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.report.table.Table;

/** {@code docs/measures.md} defines every word of tables, every verdict and every rule, once. */
class GlossaryTest {
    private static final Set<String> TABLES_OF_WORDS =
            Set.of("word", "outcome", "class", "latency", "verdict", "outcome of a level");

    private static final List<String> WORDS = new ArrayList<>();
    private static final List<String> RULES = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/measures.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "no docs folder above");
        }
        String table = "";
        for (String line : Files.readAllLines(folder.resolve("docs/measures.md"))) {
            if (!line.startsWith("|")) {
                table = "";
                continue;
            }
            String cell = line.split("\\|", -1)[1].strip();
            if (table.isEmpty()) {
                table = cell;
            } else if (table.equals("rule")) {
                entries(cell).forEach(RULES::add);
            } else if (TABLES_OF_WORDS.contains(table) && !cell.startsWith("-")) {
                entries(cell).forEach(WORDS::add);
            }
        }
    }

    /** Entries of a row, separated by {@code ", "} or {@code "; "}; "harness, at most" is one. */
    private static Stream<String> entries(String cell) {
        String plain = cell.replace("`", "");
        return plain.matches("-+|.*, at (most|least)") ? Stream.of(plain) : Stream.of(plain.split("[,;] ", -1));
    }

    @Test
    void definesEachWordOnce() {
        assertThat(WORDS).doesNotHaveDuplicates().hasSizeGreaterThan(80);
    }

    @Test
    void definesEveryOutcomeAndSnapshotClass() {
        assertThat(WORDS).containsAll(components(TickOutcomes.class)).containsAll(components(SnapshotClasses.class));
    }

    private static List<String> components(Class<?> type) {
        return Stream.of(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    @Test
    void definesEveryVerdictAndRule() throws IllegalAccessException {
        List<String> rules = new ArrayList<>();
        for (Field constant : Rule.class.getFields()) {
            rules.add(String.valueOf(constant.get(null)));
        }
        assertThat(rules).hasSizeGreaterThan(40);
        assertThat(RULES.stream().filter(rule -> !rule.startsWith("-")))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(rules);
        assertThat(WORDS)
                .containsAll(Stream.of(Verdict.values()).map(Verdict::name).toList());
    }

    @Test
    void definesEveryLatency() {
        assertThat(WORDS)
                .containsAll(LatencyTerm.all().stream().map(LatencyTerm::title).toList());
    }

    @Test
    void definesEveryRowAndColumnOfRunTables() {
        Summary summary = TinyRun.valid().data().analysis().summary();
        HarnessAudit harness = new HarnessAudit(summary);
        for (Table table : List.of(
                new Latencies(summary).table(),
                Outcomes.outcomes(summary),
                Outcomes.classes(summary),
                harness.share())) {
            assertThat(WORDS)
                    .as(table.caption())
                    .containsAll(table.rows().stream().map(Table.Row::title).toList());
        }
        for (Table table : List.of(new Latencies(summary).table(), harness.processes(), harness.connections())) {
            assertThat(WORDS)
                    .as(table.caption())
                    .containsAll(
                            table.columns().stream().map(Table.Column::title).toList());
        }
    }
}
