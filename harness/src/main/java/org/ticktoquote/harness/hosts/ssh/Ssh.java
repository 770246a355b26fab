package org.ticktoquote.harness.hosts.ssh;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.host.process.BriefProcess;
import org.ticktoquote.host.process.CommandText;

/**
 * The system's ssh client to one host, with the user's configuration, keys and jump hosts. Never prompts, and ends if the
 * other end is silent. Connecting takes at most a third of the host's answer limit.
 *
 * @param program ssh or a substitute
 */
record Ssh(InventoryHost host, String program) {
    private static final Logger LOG = LoggerFactory.getLogger(Ssh.class);
    private static final int COPY_LIMIT_MINUTES = 30;
    private static final File DEV_NULL = new File("/dev/null");

    Ssh(InventoryHost host) {
        this(host, "ssh");
    }

    /** Returns the local command that executes a command on the host, without a terminal. */
    List<String> command(List<String> words) {
        List<String> command = new ArrayList<>(List.of(program, "-T", "-o", "BatchMode=yes"));
        command.addAll(host.options());
        command.addAll(List.of(
                "-o",
                "LogLevel=ERROR",
                "-o",
                "ConnectTimeout=" + Math.max(1, host.answerSeconds() / 3),
                "-o",
                "ServerAliveInterval=3",
                "-o",
                "ServerAliveCountMax=4",
                "--",
                host.ssh(),
                CommandText.shellLine(words)));
        return command;
    }

    /** Like {@link #command} in a session of its own, so that a terminal's signals such as Ctrl-C do not reach it. */
    List<String> alone(List<String> words) {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(command(words));
        return command;
    }

    /** Executes a command and returns its result, whatever its exit status. Refused if the host cannot be reached. */
    BriefProcess.CommandResult ask(String... words) {
        BriefProcess.CommandResult said = BriefProcess.run(alone(List.of(words)), host.answerSeconds());
        if (said.status() == 255 || said.status() == 127) {
            throw refused("ssh " + host.ssh() + ": " + said.complaint());
        }
        return said;
    }

    /** Executes a command; refused if it fails. */
    void require(String... words) {
        BriefProcess.CommandResult said = ask(words);
        if (said.status() != 0) {
            throw refused(words[0] + ": " + said.complaint());
        }
    }

    /** Creates a folder. Refused if the remote shell adds output of its own, which would corrupt every later answer. */
    void begin(String folder) {
        String word = "t2q-" + UUID.randomUUID();
        BriefProcess.CommandResult said = ask("sh", "-c", "mkdir -p -- \"$1\" && echo \"$2\"", "sh", folder, word);
        if (said.status() != 0) {
            throw refused("mkdir: " + said.complaint());
        }
        if (!said.output().equals(word + "\n")) {
            String more = BriefProcess.meaningfulLines(said.output().replace(word, ""))
                    .findFirst()
                    .orElse("");
            throw refused("its shell printed '" + more + "', expected no output");
        }
    }

    /** Returns whether a file exists with this checksum. */
    boolean has(String file, String sha256) {
        return ask("sha256sum", "--", file).output().startsWith(sha256);
    }

    /** Removes a file if possible. */
    void removeIfPossible(String file) {
        tidy(List.of("rm", "-f", "--", file));
    }

    /** Removes empty folders in this order. */
    void removeEmpty(List<String> folders) {
        List<String> words = new ArrayList<>(List.of("rmdir", "--"));
        words.addAll(folders);
        tidy(words);
    }

    private void tidy(List<String> words) {
        boolean interrupted = Thread.interrupted();
        try {
            require(words.toArray(String[]::new));
        } catch (ProblemException left) {
            LOG.info("{} was not removed: {}", words.get(words.size() - 1), left.getMessage());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes a file, under a name used by no other process, and returns when it is complete. */
    void send(Path file, String there) {
        List<String> words = List.of("dd", "of=" + there, "bs=1M", "status=none");
        finish(List.of(new ProcessBuilder(alone(words)).redirectInput(file.toFile())), "sending " + file);
    }

    /** Copies everything below a remote folder into a local one, without overwriting files. */
    void fetch(String there, Path here) {
        List<String> pack = List.of("tar", "-cf", "-", "-C", there, ".");
        List<String> unpack = List.of("tar", "-xkf", "-", "-C", here.toString(), "--no-same-owner");
        finish(List.of(new ProcessBuilder(alone(pack)), new ProcessBuilder(unpack)), "fetching " + there);
    }

    private void finish(List<ProcessBuilder> pipeline, String what) {
        try {
            ProcessBuilder last = pipeline.get(pipeline.size() - 1);
            pipeline.forEach(each -> each.redirectError(Redirect.PIPE));
            last.redirectOutput(DEV_NULL);
            List<Process> processes = ProcessBuilder.startPipeline(pipeline);
            List<CompletableFuture<String>> words =
                    processes.stream().map(Ssh::errors).toList();
            for (int i = 0; i < processes.size(); i++) {
                end(processes.get(i), words.get(i).join(), what);
            }
        } catch (IOException e) {
            throw refused(what + ": " + IoReason.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.ofFault("interrupted").exception(ExitStatus.INTERRUPTED, e);
        }
    }

    private static CompletableFuture<String> errors(Process process) {
        CompletableFuture<String> said = new CompletableFuture<>();
        Thread thread = new Thread(() -> said.complete(read(process)), "ssh-errors");
        thread.setDaemon(true);
        thread.start();
        return said;
    }

    private static String read(Process process) {
        try {
            return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return IoReason.of(e);
        }
    }

    private void end(Process process, String said, String what) throws InterruptedException {
        if (!process.waitFor(COPY_LIMIT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw refused(what + ": not finished within " + COPY_LIMIT_MINUTES + " min");
        }
        if (process.exitValue() != 0) {
            throw refused(what + ": " + new BriefProcess.CommandResult(process.exitValue(), "", said).complaint());
        }
    }

    private ProblemException refused(String why) {
        return Problem.of(host.description()).fault(why).exception(ExitStatus.ENVIRONMENT);
    }
}
