package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.report.table.Table;

/** Every word of tables and verdicts, as the code has it, stands in {@code docs/glossary.md}, once. */
class GlossaryTest {
    private static List<String> words = List.of();

    @BeforeAll
    static void read() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/glossary.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "no docs folder above");
        }
        words = Files.readString(folder.resolve("docs/glossary.md"))
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| word "))
                .map(line -> line.split("\\|", -1)[1].strip())
                .flatMap(GlossaryTest::each)
                .toList();
    }

    /** The words of a row; what has a comma of its own is one. */
    private static Stream<String> each(String cell) {
        return cell.matches(".*, at (most|least)") ? Stream.of(cell) : Stream.of(cell.split(", ", -1));
    }

    @Test
    void hasEachWordOnce() {
        assertThat(words).doesNotHaveDuplicates().hasSizeGreaterThan(100);
    }

    @Test
    void hasEveryOutcomeAndClassOfSnapshots() {
        assertThat(words).containsAll(components(TickOutcomes.class)).containsAll(components(SnapshotClasses.class));
    }

    private static List<String> components(Class<?> type) {
        return Stream.of(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    @Test
    void hasEveryVerdictAndEveryReason() {
        List<String> rules = Stream.of(Rule.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .map(field -> {
                    try {
                        return String.valueOf(field.get(null));
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toList();
        assertThat(rules).hasSizeGreaterThan(40);
        assertThat(words)
                .containsAll(rules)
                .containsAll(Stream.of(Verdict.values()).map(Verdict::name).toList());
    }

    @Test
    void hasEveryLatency() {
        assertThat(words)
                .containsAll(LatencyTerm.all().stream().map(LatencyTerm::title).toList());
    }

    @Test
    void hasEveryRowAndColumnOfTheTablesOfARun() {
        Summary summary = TinyRun.valid().data().analysis().summary();
        HarnessAudit harness = new HarnessAudit(summary);
        for (Table table : List.of(
                new Latencies(summary).table(),
                Outcomes.outcomes(summary),
                Outcomes.classes(summary),
                harness.share())) {
            assertThat(words)
                    .as(table.caption())
                    .containsAll(table.rows().stream().map(Table.Row::title).toList());
        }
        for (Table table : List.of(new Latencies(summary).table(), harness.processes(), harness.connections())) {
            assertThat(words)
                    .as(table.caption())
                    .containsAll(
                            table.columns().stream().map(Table.Column::title).toList());
        }
    }
}
