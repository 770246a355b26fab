package org.ticktoquote.replayer.feed;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.ShutdownHook;

/**
 * Says who did it where a class of a plug-in ends the process by {@code System.exit}; the process then ends with the status of
 * bad input, whatever the class wanted. {@code Runtime.halt} is seen by nobody.
 */
public final class PluginExit {
    private final Supplier<String> place;
    private final Consumer<Refusal> report;

    private PluginExit(Supplier<String> place, Consumer<Refusal> report) {
        this.place = place;
        this.report = report;
    }

    /**
     * Does work that calls classes of plug-ins.
     *
     * @param place where it is, such as {@code tick 17}; asked on another thread
     * @param report says it, and puts in order what must be before the process ends; called on another thread
     */
    public static <T> T during(Supplier<T> work, Supplier<String> place, Consumer<Refusal> report) {
        PluginExit exit = new PluginExit(place, report);
        try (ShutdownHook hook = new ShutdownHook("plugin-exit", exit::look)) {
            return work.get();
        }
    }

    private void look() {
        Thread.getAllStackTraces().values().stream()
                .filter(PluginExit::endsProcess)
                .map(PluginFault::frame)
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(this::end);
    }

    private static boolean endsProcess(StackTraceElement... stack) {
        return Arrays.stream(stack).anyMatch(frame -> frame.getClassName().equals(Runtime.class.getName()));
    }

    private void end(StackTraceElement frame) {
        report.accept(Problem.of(Plugins.OPTION)
                .fault(String.format(
                        Locale.ROOT,
                        "%s ended the process at %s (%s:%d)",
                        frame.getClassName(),
                        place.get(),
                        frame.getFileName(),
                        frame.getLineNumber()))
                .refusal(ExitStatus.BAD_INPUT));
        Runtime.getRuntime().halt(ExitStatus.BAD_INPUT.code());
    }
}
