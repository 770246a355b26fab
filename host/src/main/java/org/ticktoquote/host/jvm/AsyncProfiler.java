package org.ticktoquote.host.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.host.process.CommandRunner;

/**
 * User-provided async-profiler for the application's JVM. Records where threads run, including native, collector and kernel
 * code, in the format of flight recordings.
 *
 * <p>Its agent is loaded at startup. A signal interrupts a thread after each 10 ms of its CPU time, so waiting threads cost
 * nothing. The file is complete up to the last chunk of 10 s; a killed JVM loses the chunk in progress.
 *
 * @param given the library, or the installation folder of async-profiler
 */
public record AsyncProfiler(Path given) {
    /** Description of the recording for users. */
    public static final String WORDS = "stacks every 10 ms of a thread's CPU time";

    private static final String AGENT = "-agentpath:";
    private static final String OPTIONS = "=start,event=cpu,interval=10ms,jfr,chunktime=10s,file=";
    private static final String LIBRARY = "libasyncProfiler.so";

    /** Returns whether an argument is the JVM flag that loads the profiler for a run, or a longer text with it. */
    public static boolean hasProfilerFlag(String argument) {
        return argument.contains(AGENT) && argument.contains(OPTIONS);
    }

    /**
     * Returns the JVM flags for profiling into a file. Returns none unless the JVM is HotSpot 11 or later: the profiler
     * cannot read the frames of other JVMs. Starts the JVM once with the profiler, as a trial.
     *
     * @throws ProblemException if the library is missing, this JVM does not run with it, or a path has a forbidden character
     */
    public List<String> flags(Path java, Path file) {
        Path library = library();
        if (!FlightFiles.isKnown(java)) {
            return List.of();
        }
        trialProblem(java, library).ifPresent(objection -> {
            throw problem(library).fault(objection).exception();
        });
        if (file.toString().matches(".*[,%].*")) {
            throw problem(library)
                    .fault("cannot write to " + file + ": ',' and '%' are not allowed in the path")
                    .exception();
        }
        return List.of(flag(library, file));
    }

    private static String flag(Path library, Path file) {
        return AGENT + library + OPTIONS + file;
    }

    private static Problem problem(Path library) {
        return Problem.of("--async-profiler").value(library);
    }

    private Path library() {
        Path library = Files.isDirectory(given) ? given.resolve("lib").resolve(LIBRARY) : given;
        if (!Files.isRegularFile(library)) {
            throw problem(library)
                    .fault("is not a file")
                    .expected(LIBRARY + " of async-profiler, or the folder that it was unpacked into")
                    .exception();
        }
        if (library.toString().contains("=")) {
            throw problem(library)
                    .fault("cannot be loaded: '=' is not allowed in its path")
                    .exception();
        }
        return library.toAbsolutePath();
    }

    /** Starts the JVM with the library, because a library older than the JVM can crash it. */
    private static Optional<String> trialProblem(Path java, Path library) {
        try {
            Path folder = Files.createTempDirectory("t2q-profiler-");
            Path file = folder.resolve("tried.jfr");
            try {
                CommandRunner.CommandResult said = CommandRunner.run(List.of(
                        java.toString(),
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + folder.resolve("crash.log"),
                        flag(library, file),
                        "-version"));
                return trialProblem(java, said, Files.exists(file) && Files.size(file) > 0);
            } finally {
                DirectoryTree.remove(folder);
            }
        } catch (IOException e) {
            throw Problem.of("--async-profiler")
                    .fault("no temporary file can be written", e)
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static Optional<String> trialProblem(Path java, CommandRunner.CommandResult said, boolean written) {
        if (said.status() == 0 && written) {
            return Optional.empty();
        }
        return Optional.of(java
                + (said.status() == 0 ? " does not profile with it: " : " does not start with it: ")
                + JvmProbe.meaningfulLine(said));
    }
}
