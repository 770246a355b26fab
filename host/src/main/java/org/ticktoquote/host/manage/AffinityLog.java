package org.ticktoquote.host.manage;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.host.keep.MaskRestorer;
import org.ticktoquote.host.manage.AffinityReplay.Entry;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Interrupt;

/**
 * Append-only log of original masks and of every affinity change, one JSON object per line, each with the SHA-256 of the
 * previous line. Claims the file while open, so that only one manager changes a process's threads. Thread-safe.
 *
 * <p>When {@link #write} returns, its line survives a crash of this process; after {@link #force}, also of the machine. Each
 * plan {@linkplain #begin starts} a new file. Earlier files keep the name with a number appended; the oldest has 1.
 */
final class AffinityLog implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;
    private final Claim claim;
    private FileChannel channel;
    private AffinityReplay state;

    private AffinityLog(Path file, Claim claim, FileChannel channel, AffinityReplay state) {
        this.file = file;
        this.claim = claim;
        this.channel = channel;
        this.state = state;
    }

    /**
     * Opens the log; creates it if necessary. Removes a last line truncated by a crash.
     *
     * @param work this command, as named in the error messages of other managers
     * @throws org.ticktoquote.core.command.ProblemException if another manager holds the log, or it is damaged
     */
    static AffinityLog open(Path file, String work) {
        return FileAccess.run(file, "cannot be written", ExitStatus.ENVIRONMENT, () -> {
            Files.createDirectories(file.resolveSibling(""));
            Claim claim = Claim.file(file, work, "stop it first; t2q threads apply restores the masks when it ends");
            try {
                FileChannel channel = channel(file);
                AffinityReplay state = read(file);
                channel.truncate(state.wholeBytes());
                return new AffinityLog(file, claim, channel, state.lines() > 0 ? state : emptyState(file));
            } catch (IOException | RuntimeException e) {
                claim.close();
                throw e;
            }
        });
    }

    /** Reads a log. The error for a damaged log includes advice. */
    static AffinityReplay read(Path file) {
        try {
            return AffinityReplay.read(file);
        } catch (ProblemException damaged) {
            List<Problem> problems = new ArrayList<>(damaged.problems());
            problems.add(
                    Problem.ofFault("to restore by hand: taskset -pc BEFORE ID for each line whose action is original;"
                            + " then move the file away"));
            throw new ProblemException(damaged.status(), problems, damaged);
        }
    }

    private static FileChannel channel(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /** Returns the state before the first line, which continues the chain of an earlier file unless that file is damaged. */
    private static AffinityReplay emptyState(Path file) {
        List<Path> earlier = AffinityReplay.earlier(file);
        try {
            return AffinityReplay.after(
                    file,
                    earlier.isEmpty()
                            ? AffinityReplay.NO_HASH
                            : AffinityReplay.read(earlier.get(earlier.size() - 1))
                                    .lastHash());
        } catch (ProblemException damaged) {
            return AffinityReplay.after(file, AffinityReplay.NO_HASH);
        }
    }

    /**
     * Writes the first line of a plan, to a new file if this one has lines. Forces both files to disk.
     *
     * <p>A crash after the old file is renamed leaves the new one missing or empty; the next plan starts it.
     */
    synchronized void begin(ObjectNode members) {
        FileAccess.write(file, () -> {
            if (state.lines() > 0) {
                channel.force(true);
                channel.close();
                List<Path> earlier = AffinityReplay.earlier(file);
                long last = earlier.isEmpty() ? 0 : AffinityReplay.number(earlier.get(earlier.size() - 1));
                Files.move(file, file.resolveSibling(file.getFileName() + "." + (last + 1)));
                channel = channel(file);
                state = AffinityReplay.after(file, state.lastHash());
            }
            write(members);
            channel.force(true);
            try (FileChannel folder = FileChannel.open(file.resolveSibling(""))) {
                folder.force(true);
            }
        });
    }

    /** Returns the state after all lines written so far. */
    AffinityReplay state() {
        return state;
    }

    /** Returns the masks that a thread can have according to the log; empty if it was never changed. */
    synchronized Set<String> masks(long tid, long startTicks) {
        return state.masks(tid, startTicks);
    }

    /** Creates a line with time and action. */
    static ObjectNode line(String action) {
        return JSON.createObjectNode()
                .put("at", Instant.now().truncatedTo(ChronoUnit.MICROS).toString())
                .put("action", action);
    }

    /** Creates a line about a thread or an interrupt. */
    static ObjectNode line(String action, String object, long id, long startTicks, String name) {
        return line(action)
                .put("object", object)
                .put("id", id)
                .put("startTicks", startTicks)
                .put("name", name);
    }

    /** Adds a call's masks and reason, and the latest plan's hash, to a line about a thread or an interrupt. */
    ObjectNode call(ObjectNode line, String before, String requested, String reason) {
        return line.put("before", before)
                .put("requested", requested)
                .put("reason", reason)
                .put("planSha256", state.plan().path("planSha256").asText());
    }

    /** Appends a line with its number and both hashes. */
    synchronized void write(ObjectNode members) {
        ObjectNode numbered =
                JSON.createObjectNode().put("line", state.lines() + 1).put("previous", state.lastHash());
        numbered.setAll(members);
        String json = JsonText.of(JSON, numbered);
        String body = json.substring(0, json.length() - 1);
        String hash = hash(body.getBytes(StandardCharsets.UTF_8));
        try {
            append(body + AffinityReplay.tail(hash) + "\n");
        } catch (IOException e) {
            throw unwritable(e);
        }
        state.apply(numbered, hash);
    }

    /**
     * Returns the error for an unwritable line. Masks are not restored if the log cannot be written, since every call must be
     * logged first.
     */
    private ProblemException unwritable(IOException e) {
        List<Problem> problems = new ArrayList<>(List.of(Problem.of(file).fault("cannot be written", e)));
        if (state.inForce()) {
            problems.add(Problem.ofFault(
                    "masks of the plan can still be in force; fix this, then run t2q threads restore --pid "
                            + state.plan().path("pid").asText()));
        }
        return new ProblemException(ExitStatus.ENVIRONMENT, problems, e);
    }

    /** Appends a line. If it cannot be written in full, for example on a full disk, removes the written part. */
    private void append(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        long end = channel.size();
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            channel.truncate(end);
            throw e;
        }
    }

    static String hash(byte[] body) {
        MessageDigest digest = Sha256.newDigest();
        digest.update(body);
        return Sha256.hex(digest);
    }

    /** Forces all lines to disk. */
    void force() {
        FileAccess.write(file, () -> channel.force(true));
    }

    @Override
    public void close() {
        try (claim) {
            FileAccess.change(file, "cannot be closed", channel::close);
        }
    }

    /** Moves and restores device interrupts, with a line in the {@link AffinityLog} before and after each call. */
    static final class InterruptAffinities {
        /** Logged for failed writes, because Java does not report the kernel's error number. */
        private static final int UNKNOWN_ERROR = -1;

        private final Host host;
        private final AffinityLog log;
        private int refused;
        private int foreign;

        InterruptAffinities(Host host, AffinityLog log) {
            this.host = host;
            this.log = log;
        }

        /** Moves all interrupts used by drivers. Returns one sentence per change or refusal; the kernel refuses some. */
        List<String> move(CpuList cpus) {
            List<String> outcomes = new ArrayList<>();
            for (Interrupt one : cpus.isEmpty() ? List.<Interrupt>of() : Interrupt.read(host)) {
                String before = mask(one.affinityFile());
                if (!before.equals(cpus.toString())) {
                    String refusal = set(one.number(), one.affinityFile(), cpus.toString(), "--interrupts " + cpus);
                    outcomes.add(one.affinityFile()
                            + (refusal.isEmpty()
                                    ? ": changed from " + before + " to " + cpus
                                    : ": not changed from " + before + ": " + refusal));
                }
            }
            return outcomes;
        }

        /** Restores moved interrupts unless another process has changed them since. Returns one sentence per interrupt. */
        List<String> restore() {
            List<String> outcomes = new ArrayList<>();
            for (Entry entry : log.state().entries()) {
                String file = entry.name();
                String found = entry.object().equals("interrupt") ? mask(file) : entry.original();
                if (found.equals(entry.original())) {
                    continue;
                }
                if (!entry.masks().contains(found)) {
                    foreign++;
                    outcomes.add(file + ": not restored: it was changed again, to " + found + "; to restore it: echo "
                            + entry.original() + " > " + file);
                    continue;
                }
                String refusal = set(entry.id(), file, entry.original(), MaskRestorer.REASON);
                refused += refusal.isEmpty() ? 0 : 1;
                outcomes.add(file
                        + (refusal.isEmpty()
                                ? ": restored from " + found + " to " + entry.original()
                                : ": not restored to " + entry.original() + ": " + refusal));
            }
            return outcomes;
        }

        private String mask(String file) {
            return host.file(file).line().or("");
        }

        /** Sets a mask. Returns why the mask read back differs; empty if it is the requested one. */
        private String set(long number, String file, String requested, String reason) {
            String before = mask(file);
            log.write(call("intended", number, file, before, requested, reason));
            String refusal = "";
            try {
                host.write(file, requested);
            } catch (AccessDeniedException denied) {
                refusal = "needs root";
            } catch (IOException e) {
                refusal = IoReason.of(e);
            }
            String found = mask(file);
            log.write(call("completed", number, file, before, requested, reason)
                    .put("readBack", found)
                    .put("errno", refusal.isEmpty() ? 0 : UNKNOWN_ERROR));
            return found.equals(requested) ? "" : refusal.isEmpty() ? "the kernel keeps " + found : refusal;
        }

        private ObjectNode call(
                String action, long number, String file, String before, String requested, String reason) {
            return log.call(AffinityLog.line(action, "interrupt", number, 0, file), before, requested, reason);
        }

        /** Returns the number of interrupts that the kernel did not restore. */
        int refused() {
            return refused;
        }

        /** Returns the number of interrupts not restored because another process changed them. */
        int foreign() {
            return foreign;
        }
    }
}
