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
 * Contents of {@code slo.json}: the service levels of a run. {@code t2q run} writes it at the start of the run,
 * {@code t2q analyze --slo} replaces it; every analysis of the run reads it.
 *
 * @param formatVersion of the file
 * @param identity of the run
 * @param levels their texts
 */
@JsonIgnoreProperties("sha256")
public record AskedLevels(int formatVersion, UUID identity, List<String> levels) {
    public static final int FORMAT_VERSION = 1;
    /** Maximum number of levels; more are an error. */
    public static final int MOST = 100;

    private static final JsonFile<AskedLevels> FILE = JsonFile.of(AskedLevels.class, "service levels");

    public AskedLevels {
        levels = List.copyOf(levels);
    }

    /**
     * Parses service levels.
     *
     * @throws Refusal with every text that is invalid or equivalent to an earlier one
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

    /** Returns the normalized texts used in all files. */
    public static List<String> texts(List<ServiceLevel> levels) {
        return levels.stream().map(ServiceLevel::text).toList();
    }

    /** Writes the levels of a run; deletes the file if there are none. */
    public static void write(RunDirectory directory, UUID identity, List<ServiceLevel> levels) {
        if (levels.isEmpty()) {
            directory.serviceLevels().toFile().delete();
            return;
        }
        FILE.writeSealed(directory.serviceLevels(), new AskedLevels(FORMAT_VERSION, identity, texts(levels)));
    }

    /**
     * Reads the levels of a run; empty if there is no file.
     *
     * @throws Refusal if the file is damaged, has another format version, or belongs to another run
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
