package org.ticktoquote.replayer.feed;

import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/** Finds the decoders of payloads in plug-ins. */
public final class Decoders {
    private Decoders() {}

    /**
     * Makes decoders of a name, a new one each time.
     *
     * @throws Refusal where none has it, or one cannot be loaded
     */
    public static Supplier<PayloadDecoder> named(String name, Plugins plugins) {
        try {
            List<ServiceLoader.Provider<PayloadDecoder>> all =
                    ServiceLoader.load(PayloadDecoder.class, plugins.classes()).stream()
                            .toList();
            return all.stream()
                    .filter(each -> name.equals(each.get().protocol()))
                    .findFirst()
                    .orElseThrow(() -> unknown(name, all));
        } catch (ServiceConfigurationError | LinkageError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw Problem.of("--plugin")
                    .fault("a decoder cannot be loaded: " + cause)
                    .refusal(ExitStatus.BAD_INPUT, e);
        }
    }

    private static Refusal unknown(String name, List<ServiceLoader.Provider<PayloadDecoder>> all) {
        String known = all.stream().map(each -> each.get().protocol()).collect(Collectors.joining(", "));
        return Problem.of("decoder")
                .value(name)
                .fault("is in no plug-in")
                .expected(
                        known.isEmpty()
                                ? "--plugin with a jar that names it in META-INF/services/"
                                        + PayloadDecoder.class.getName()
                                : "one of " + known)
                .refusal();
    }
}
