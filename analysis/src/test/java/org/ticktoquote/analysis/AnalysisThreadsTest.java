package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.report.RunFiles;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;

/** The number of threads does not change a byte of any file of a run. */
final class AnalysisThreadsTest {
    private static final int SESSIONS = 6;
    private static final int TICKS = 160;
    /** Fewer in every build than for every merge, and than for a release. */
    private static final List<Integer> THREADS =
            List.of(3, 8, 2).subList(0, ProofLevel.fullOr(3, ProofLevel.longOr(2, 1)));

    @TempDir
    static Path directory;

    private static RunFixture run;

    /** The journals are the same for every declaration. */
    @BeforeAll
    static void playARun() {
        run = new RunFixture(directory, SESSIONS);
        RequestedLevels.write(
                run.directory,
                RunFixture.IDENTITY,
                RequestedLevels.parse(
                        List.of("p50 of response < 5 ms", "p50 of service < 4 ms", "no answer later than 8 ms")));
        run.play(script(new SplittableRandom(20_140_502)));
        run.close();
    }

    private Matching matching(String how) {
        return switch (how) {
            case "id" -> Matching.byId(278, "decimal");
            case "price" -> Matching.byPrice(Matching.DECLARED);
            default -> Matching.byPrice(Matching.LEARNED);
        };
    }

    /** Some prices come back, some snapshots are late, lost, doubled or of another pair, and sessions come and go. */
    private static String script(SplittableRandom random) {
        StringBuilder script = new StringBuilder();
        for (int tick = 1; tick <= TICKS; tick++) {
            String pair = random.nextInt(3) == 0 ? "USD/JPY" : "EUR/USD";
            String price = random.nextInt(4) == 0 && tick > 20 ? " like " + (tick - 1 - random.nextInt(15)) : "";
            script.append("tick %d %s%s at %d%n".formatted(tick, pair, price, 10 + 2 * tick));
        }
        for (int session = 0; session < SESSIONS; session++) {
            double last = 0;
            script.append("session %d logs-on at 1%n".formatted(session));
            for (int tick = 1; tick <= TICKS; tick++) {
                double at = Math.max(last, 10 + 2 * tick + random.nextInt(1, 36) / 4.0);
                last = at;
                switch (random.nextInt(40)) {
                    case 0, 1 -> {} // lost
                    case 2 -> script.append("session %d gets %d again at %s%n".formatted(session, tick, at));
                    case 3 -> script.append("session %d gets %d as USD/JPY at %s%n".formatted(session, tick, at));
                    case 4 -> script.append("session %d gap at %s%n".formatted(session, at));
                    case 5 -> script.append("session %d gets nothing at %s%n".formatted(session, at));
                    default -> script.append("session %d gets %d at %s%n".formatted(session, tick, at));
                }
                if (tick % 60 == 0 && session % 3 == 1) {
                    String down = session == 1 ? "ordered-down" : "disconnects";
                    script.append("session %d %s at %s%n".formatted(session, down, last));
                    script.append("session %d logs-on at %s%n".formatted(session, last + 3));
                    last += 3;
                }
            }
        }
        return script.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "id, none, true",
        "id, interval, true",
        "id, unknown, false",
        "price, none, true",
        "price, interval, true",
        "learned, none, true"
    })
    void everyFileIsByteIdentical(String how, String conflation, boolean known) throws IOException {
        run.matching = matching(how);
        run.model = new ApplicationModel(known, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L, 0L), 0);
        run.conflation = new Conflation(conflation, conflation.equals(Conflation.INTERVAL) ? 4_000_000 : 0);
        run.writeManifest();

        RunFiles.derive(new RunDirectory(directory), Workers.ALONE);
        Map<String, byte[]> alone = AnalysisFilesTest.files(directory);
        for (int threads : THREADS) {
            RunFiles.derive(new RunDirectory(directory), new Workers(threads));
            Map<String, byte[]> several = AnalysisFilesTest.files(directory);

            assertThat(several.keySet()).isEqualTo(alone.keySet());
            alone.forEach(
                    (name, bytes) -> assertThat(several.get(name)).as(name).isEqualTo(bytes));
        }
    }
}
