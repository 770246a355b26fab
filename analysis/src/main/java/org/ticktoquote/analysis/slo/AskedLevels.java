package org.ticktoquote.analysis.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.RunDirectory;

/**
 * {@code slo.json}: the service levels that a run is held to. {@code t2q run} writes it when the run begins, {@code t2q analyze
 * --slo} in its place; whatever derives the run's figures reads it.
 *
 * @param formatVersion of the file
 * @param identity of the run
 * @param levels their texts
 */
@JsonIgnoreProperties("sha256")
public record AskedLevels(int formatVersion, UUID identity, List<String> levels) {
    public static final int FORMAT_VERSION = 1;
    /** More are a mistake. */
    public static final int MOST = 100;

    private static final JsonFile<AskedLevels> FILE = JsonFile.of(AskedLevels.class, "service levels");

    public AskedLevels {
        levels = List.copyOf(levels);
    }

    /**
     * The levels of some texts.
     *
     * @throws Refusal with every text that is none, or says what an earlier one says
     */
    public static List<ServiceLevel> parse(List<String> texts) {
        Problems problems = new Problems();
        Set<ServiceLevel> levels = new LinkedHashSet<>();
        for (String text : texts) {
            try {
                if (!levels.add(ServiceLevel.parse(text))) {
                    problems.add(Problem.ofValue(text).fault("is given twice").expected("each level once"));
                }
            } catch (Refusal wrong) {
                problems.addAll(wrong.problems());
            }
        }
        if (levels.size() > MOST) {
            problems.add(
                    Problem.ofFault("there are " + levels.size() + " levels").expected(MOST + " at most"));
        }
        problems.refuseIfAny();
        return List.copyOf(levels);
    }

    /** As they stand in every file. */
    public static List<String> texts(List<ServiceLevel> levels) {
        return levels.stream().map(ServiceLevel::text).toList();
    }

    /** Keeps the levels with the run; of none there is no file. */
    public static void write(RunDirectory directory, UUID identity, List<ServiceLevel> levels) {
        if (levels.isEmpty()) {
            directory.serviceLevels().toFile().delete();
            return;
        }
        FILE.writeSealed(directory.serviceLevels(), new AskedLevels(FORMAT_VERSION, identity, texts(levels)));
    }

    /**
     * The levels of a run; none where there is no file.
     *
     * @throws Refusal for a file that is damaged, of another format version, or another run's
     */
    public static List<ServiceLevel> read(RunDirectory directory, UUID identity) {
        Path file = directory.serviceLevels();
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        FILE.requireVersion(file, FORMAT_VERSION);
        AskedLevels asked = FILE.readSealed(file);
        if (!asked.identity.equals(identity)) {
            throw Problem.of(file)
                    .fault("is of run " + asked.identity)
                    .expected("run " + identity)
                    .refusal(ExitStatus.BAD_INPUT);
        }
        try {
            return parse(asked.levels);
        } catch (Refusal wrong) {
            throw Problem.of(file).fault(String.valueOf(wrong.getMessage())).refusal(ExitStatus.BAD_INPUT, wrong);
        }
    }
}
