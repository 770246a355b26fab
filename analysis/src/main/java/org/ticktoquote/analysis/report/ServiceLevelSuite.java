package org.ticktoquote.analysis.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.report.JUnitSuite;
import org.ticktoquote.report.JUnitSuite.Case;
import org.ticktoquote.report.JUnitSuite.Outcome;

/** {@code slo.xml}: what became of a run's service levels, for build servers; broken is a failure, undecided an error. */
final class ServiceLevelSuite {
    private ServiceLevelSuite() {}

    /** Writes it; of a run that is held to none there is no file. */
    static void write(List<LevelOutcome> levels, Path file) {
        FileAccess.write(file, () -> {
            if (levels.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                WholeFile.write(file, of(levels).text());
            }
        });
    }

    private static JUnitSuite of(List<LevelOutcome> levels) {
        return new JUnitSuite(
                "t2q service levels",
                "slo",
                levels.stream().map(ServiceLevelSuite::testCase).toList());
    }

    private static Case testCase(LevelOutcome level) {
        String type = level.state().word().toUpperCase(Locale.ROOT);
        return switch (level.state()) {
            case MET -> Case.passed(level.level());
            case BROKEN -> new Case(level.level(), Outcome.FAILURE, type, ServiceLevelTables.said(level));
            case UNDECIDED -> new Case(level.level(), Outcome.ERROR, type, ServiceLevelTables.said(level));
        };
    }
}
