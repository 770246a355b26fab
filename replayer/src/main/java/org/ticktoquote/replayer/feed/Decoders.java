package org.ticktoquote.replayer.feed;

import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
            List<Supplier<PayloadDecoder>> all = ServiceLoader.load(PayloadDecoder.class, plugins.classes()).stream()
                    .map(Decoders::making)
                    .toList();
            return all.stream()
                    .filter(each -> name.equals(protocol(each)))
                    .findFirst()
                    .orElseThrow(() -> unknown(name, all));
        } catch (ServiceConfigurationError | LinkageError e) {
            throw Plugins.fault("a decoder cannot be loaded: " + PluginFault.of(e), "", e);
        }
    }

    private static Supplier<PayloadDecoder> making(ServiceLoader.Provider<PayloadDecoder> provider) {
        String what = "the decoder " + provider.type().getName();
        return () -> Plugins.made(what, provider);
    }

    private static String protocol(Supplier<PayloadDecoder> decoders) {
        PayloadDecoder decoder = decoders.get();
        return Plugins.made("the protocol of " + decoder.getClass().getName(), decoder::protocol);
    }

    private static Refusal unknown(String name, List<Supplier<PayloadDecoder>> all) {
        String known = all.stream().map(Decoders::protocol).collect(Collectors.joining(", "));
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
