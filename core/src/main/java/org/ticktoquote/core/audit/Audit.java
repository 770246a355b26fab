package org.ticktoquote.core.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.hiccup.HiccupMeter;

/**
 * Content of {@code audit-ROLE.jsonl}, possibly damaged: a header, and samples in order of time.
 *
 * @param role role of the audited process
 * @param header empty if it is missing or invalid
 * @param samples all samples before the first damaged line
 * @param damage description for the user, empty if the file is complete
 * @param foreign whether the file belongs to another process or run. Its content is then discarded
 */
public record Audit(
        String role, Optional<AuditHeader> header, List<AuditSample> samples, String damage, boolean foreign) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    public Audit {
        samples = List.copyOf(samples);
    }

    /** Reads the file of a process of a run. Reports a bad file as damage and does not throw. */
    public static Audit read(String role, UUID run, Path file) {
        Optional<AuditHeader> header = Optional.empty();
        List<AuditSample> samples = new ArrayList<>();
        String damage = "is missing";
        if (Files.exists(file)) {
            try (BufferedReader lines = RegularFile.lines(file)) {
                String line = lines.readLine();
                header = line == null ? header : Optional.of(header(line));
                for (line = lines.readLine(); line != null; line = lines.readLine()) {
                    samples.add(sample(line, samples));
                }
                boolean ended =
                        !samples.isEmpty() && samples.get(samples.size() - 1).last();
                damage = ended ? "" : "has no closing line";
            } catch (JsonProcessingException e) {
                damage = "line " + (header.isEmpty() ? 1 : samples.size() + 2) + ": " + JsonProblem.of(e, null);
            } catch (IllegalArgumentException e) {
                damage = "line " + (header.isEmpty() ? 1 : samples.size() + 2) + ": " + e.getMessage();
            } catch (IOException e) {
                damage = "cannot be read: " + IoReason.of(e);
            }
        }
        AuditHeader found = header.orElse(null);
        if (found == null || found.run().equals(run) && found.role().equals(role)) {
            return new Audit(role, header, samples, damage, false);
        }
        String owner = "belongs to " + found.role() + " of run " + found.run();
        String mismatch = owner + ", expected " + role + " of run " + run;
        return new Audit(role, Optional.empty(), List.of(), mismatch, true);
    }

    private static AuditHeader header(String line) throws JsonProcessingException {
        @Nullable AuditHeader header = JSON.readValue(line, AuditHeader.class);
        if (header == null || header.formatVersion() != AuditHeader.FORMAT_VERSION) {
            throw new IllegalArgumentException("expected the header of format version " + AuditHeader.FORMAT_VERSION);
        }
        return header;
    }

    private static AuditSample sample(String line, List<AuditSample> before) throws JsonProcessingException {
        @Nullable AuditSample sample = JSON.readValue(line, AuditSample.class);
        if (sample == null) {
            throw new IllegalArgumentException("expected a sample, found null");
        }
        sample.check();
        boolean rises = before.isEmpty()
                || before.get(before.size() - 1).clock().monotonicNs()
                        <= sample.clock().monotonicNs();
        if (!rises) {
            throw new IllegalArgumentException("time is earlier than in the line above");
        }
        return sample;
    }

    /**
     * First line of {@code audit-ROLE.jsonl}, with the constants of the process.
     *
     * @param formatVersion version of the file's format
     * @param run identity of the run
     * @param role role of the audited process
     * @param pid process id
     * @param java name and version of its JVM
     * @param timeNamespace kernel's name of the time namespace, such as {@code time:[4026531834]}, empty if the kernel has
     *     none
     * @param hiccupIntervalNs time between two scheduled wakes
     * @param hiccupThresholdNs initial threshold of the hiccup journal
     */
    public record AuditHeader(
            int formatVersion,
            UUID run,
            String role,
            long pid,
            String java,
            String timeNamespace,
            long hiccupIntervalNs,
            long hiccupThresholdNs) {
        public static final int FORMAT_VERSION = 2;

        /** Creates the header of the calling process. */
        static AuditHeader of(UUID run, String role) {
            return new AuditHeader(
                    FORMAT_VERSION,
                    run,
                    role,
                    ProcessHandle.current().pid(),
                    System.getProperty("java.vm.name") + " " + Runtime.version(),
                    ClockIdentity.own().namespace(),
                    HiccupMeter.INTERVAL_NS,
                    HiccupMeter.THRESHOLD_NS);
        }
    }
}
