package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.file.RegularFile;

/**
 * Content of {@code evidence-application.jsonl}, possibly damaged.
 *
 * @param lines number of lines read, without the header
 * @param cost resources used to collect the evidence, empty if the last line is missing
 * @param damage description for the user, empty if the file is complete
 * @param foreign whether the file is missing, has no valid header or belongs to another run. No further line is read then
 */
public record EvidenceFile(long lines, Optional<EvidenceCost> cost, String damage, boolean foreign) {
    private static final JsonMapper HEADER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();
    private static final JsonMapper LINES = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /** Reads the file of a run line by line. Reports a bad file as damage and does not throw. */
    public static EvidenceFile read(Path file, UUID run, Consumer<EvidenceLine> samples) {
        if (!Files.exists(file)) {
            return foreign("is missing");
        }
        long number = 1;
        long read = 0;
        Optional<EvidenceCost> cost = Optional.empty();
        try (BufferedReader lines = RegularFile.lines(file)) {
            UUID found = header(lines.readLine()).run();
            if (!found.equals(run)) {
                return foreign("belongs to run " + found + ", expected run " + run);
            }
            int threads = 0;
            long lastNs = Long.MIN_VALUE;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                EvidenceLine sample = sample(line, threads, lastNs);
                threads += sample.threads().size();
                lastNs = sample.toNs();
                cost = Optional.ofNullable(sample.end());
                samples.accept(sample);
                read++;
            }
        } catch (JsonProcessingException e) {
            return new EvidenceFile(read, cost, "line " + number + ": " + JsonProblem.of(e, null), number == 1);
        } catch (IllegalArgumentException e) {
            return new EvidenceFile(read, cost, "line " + number + ": " + e.getMessage(), number == 1);
        } catch (IOException e) {
            return new EvidenceFile(read, cost, "cannot be read: " + IoReason.of(e), number == 1);
        }
        return new EvidenceFile(read, cost, cost.isPresent() ? "" : "has no closing line", false);
    }

    /**
     * Returns why the evidence is incomplete, for the user. Empty if the file is complete and the collection did not fail.
     *
     * @param name file name for the text
     */
    public String reservation(String name) {
        return damage.isEmpty() ? cost.map(EvidenceCost::problem).orElse("") : name + " " + damage;
    }

    private static EvidenceFile foreign(String damage) {
        return new EvidenceFile(0, Optional.empty(), damage, true);
    }

    private static EvidenceHeader header(@Nullable String line) throws JsonProcessingException {
        @Nullable EvidenceHeader header = line == null ? null : HEADER.readValue(line, EvidenceHeader.class);
        if (header == null || header.formatVersion() != EvidenceHeader.FORMAT_VERSION) {
            throw new IllegalArgumentException(
                    "expected the header of format version " + EvidenceHeader.FORMAT_VERSION);
        }
        return header;
    }

    /** Parses a line and checks it against the lines before it. */
    private static EvidenceLine sample(String line, int threadsBefore, long lastNs) throws JsonProcessingException {
        @Nullable EvidenceLine sample = LINES.readValue(line, EvidenceLine.class);
        if (sample == null) {
            throw new IllegalArgumentException("expected a sample, found null");
        }
        sample.check(threadsBefore);
        if (sample.toNs() < lastNs) {
            throw new IllegalArgumentException("time is earlier than in the line above");
        }
        return sample;
    }

    /**
     * First line of {@code evidence-application.jsonl}, with the constants of the collection.
     *
     * @param formatVersion version of the file's format
     * @param run identity of the run
     * @param intervalNs initial time between two samples
     */
    public record EvidenceHeader(int formatVersion, UUID run, long intervalNs) {
        public static final int FORMAT_VERSION = 1;
    }
}
