package org.ticktoquote.host.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.ticktoquote.core.command.IoReason;

/** Host of this process. */
public final class LiveHost extends FileTree {
    public LiveHost() {
        super(Path.of("/"));
    }

    @Override
    public Reading tool(String... words) {
        return new Tool(Arrays.asList(words)).output();
    }

    @Override
    public void change(List<String> words) throws IOException {
        Reading output = new Tool(words).output();
        if (!output.known()) {
            throw new IOException(output.problem());
        }
    }

    @Override
    public Host later(Duration wait) {
        long endNs = System.nanoTime() + wait.toNanos();
        for (long leftNs = wait.toNanos(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
        return this;
    }

    /**
     * Program of the host, run without a shell in the C locale for at most five seconds.
     *
     * @param words program and arguments
     */
    private record Tool(List<String> words) {
        private static final long LIMIT_S = 5;
        /** Folders of administration tools that are not in every user's PATH. */
        private static final List<String> FURTHER = List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin");

        Reading output() {
            Optional<Path> program = program();
            if (program.isEmpty()) {
                return Reading.absent(words.get(0) + " is not installed");
            }
            try {
                return run(program.get());
            } catch (IOException refused) {
                return Reading.unknown(text() + ": " + IoReason.of(refused));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Reading.unknown(text() + ": interrupted");
            }
        }

        private Optional<Path> program() {
            String search = System.getenv().getOrDefault("PATH", "");
            return Stream.concat(Stream.of(search.split(":", -1)), FURTHER.stream())
                    .filter(directory -> directory.startsWith("/"))
                    .map(directory -> Path.of(directory, words.get(0)))
                    .filter(Files::isExecutable)
                    .findFirst();
        }

        private Reading run(Path program) throws IOException, InterruptedException {
            List<String> command = new ArrayList<>(words);
            command.set(0, program.toString());
            // a file, so that a tool that never ends cannot block the reader of its output
            Path output = Files.createTempFile("t2q-tool-", ".out");
            try {
                ProcessBuilder builder =
                        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
                builder.environment().put("LC_ALL", "C");
                Process process = builder.start();
                process.getOutputStream().close();
                if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    return Reading.unknown(text() + ": did not end within " + LIMIT_S + " s");
                }
                return result(process.exitValue(), Files.readString(output));
            } finally {
                Files.deleteIfExists(output);
            }
        }

        private Reading result(int status, String output) {
            if (status == 0) {
                return Reading.of(output);
            }
            String last =
                    output.lines().reduce((before, line) -> line).orElse("").trim();
            return Reading.unknown(text() + ": " + (last.isEmpty() ? "exit status " + status : last));
        }

        private String text() {
            return String.join(" ", words);
        }
    }
}
