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
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.host.process.CommandRunner;
import org.ticktoquote.host.process.CommandText;

/**
 * The system's ssh client to one host, with the user's configuration, keys and jump hosts. Never prompts, and ends if the host
 * is silent for about 12 s. Connecting takes at most a third of the host's answer limit.
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

    /** Returns {@link #command} in a separate session, so that terminal signals such as Ctrl-C do not reach it. */
    List<String> alone(List<String> words) {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(command(words));
        return command;
    }

    /** Executes a command and returns its result, even a failure. Throws if the host is unreachable or lacks the command. */
    CommandRunner.CommandResult ask(String... words) {
        CommandRunner.CommandResult result = CommandRunner.run(alone(List.of(words)), host.answerSeconds());
        if (result.status() == 255 || result.status() == 127) {
            throw refused("ssh " + host.ssh() + ": " + result.errorSummary());
        }
        return result;
    }

    /** Executes a command. Fails unless its exit status is 0. */
    void require(String... words) {
        CommandRunner.CommandResult result = ask(words);
        if (result.status() != 0) {
            throw refused(words[0] + ": " + result.errorSummary());
        }
    }

    /** Creates a folder. Fails if the remote shell prints anything itself, because that would corrupt all later responses. */
    void begin(String folder) {
        String word = "t2q-" + UUID.randomUUID();
        CommandRunner.CommandResult result = ask("sh", "-c", "mkdir -p -- \"$1\" && echo \"$2\"", "sh", folder, word);
        if (result.status() != 0) {
            throw refused("mkdir: " + result.errorSummary());
        }
        if (!result.output().equals(word + "\n")) {
            String more = CommandRunner.meaningfulLines(result.output().replace(word, ""))
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

    /** Copies a file to the host and returns when it is complete. The remote name must not be in use. */
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
        CompletableFuture<String> errors = new CompletableFuture<>();
        DaemonThread.start("ssh-errors", () -> errors.complete(read(process)));
        return errors;
    }

    private static String read(Process process) {
        try {
            return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return IoReason.of(e);
        }
    }

    private void end(Process process, String errors, String what) throws InterruptedException {
        if (!process.waitFor(COPY_LIMIT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw refused(what + ": not finished within " + COPY_LIMIT_MINUTES + " min");
        }
        if (process.exitValue() != 0) {
            throw refused(
                    what + ": " + new CommandRunner.CommandResult(process.exitValue(), "", errors).errorSummary());
        }
    }

    private ProblemException refused(String why) {
        return Problem.of(host.description()).fault(why).exception(ExitStatus.ENVIRONMENT);
    }
}
