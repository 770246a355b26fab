package org.ticktoquote.replayer.importing;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.feed.PluginCalls;
import org.ticktoquote.replayer.feed.Plugins;
import org.ticktoquote.replayer.payload.PayloadDeclaration;

/** Captures and the declaration of the payloads in them. */
final class PayloadInput {
    private static final int SHOWN_ADDRESSES = 10;
    private static final long POLL_MS = 200;
    private final List<Path> captures;
    private final String text;
    private final PayloadDeclaration declaration;
    private final Supplier<QuoteSource> sources;
    private volatile @Nullable QuoteSource current;

    /**
     * Creates an input from captures.
     *
     * @param text text of the declaration
     * @param sources creates a quote source for each pass
     */
    PayloadInput(List<Path> captures, String text, PayloadDeclaration declaration, Supplier<QuoteSource> sources) {
        this.captures = List.copyOf(captures);
        this.text = text;
        this.declaration = declaration;
        this.sources = sources;
    }

    /** Reads the declaration and loads its decoder. */
    static PayloadInput of(List<Path> captures, Path declared, List<Path> plugins) {
        String text = YamlFile.text(declared);
        PayloadDeclaration declaration = PayloadDeclaration.parse(declared.toString(), text);
        return new PayloadInput(captures, text, declaration, sources(declaration, declared, plugins));
    }

    List<Path> captures() {
        return captures;
    }

    String text() {
        return text;
    }

    PayloadDeclaration declaration() {
        return declaration;
    }

    /** Returns a new quote source for one pass. */
    QuoteSource quotes() {
        QuoteSource made = sources.get();
        current = made;
        return made;
    }

    /** Runs work that reads payloads on a separate thread, and gives up if the decoder does not return. */
    <T> T during(Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        DaemonThread.start("import-decoding", task);
        return PluginCalls.await(task, POLL_MS, this::requireReturn);
    }

    private void requireReturn() {
        QuoteSource asked = current;
        if (asked != null) {
            asked.checkReturned();
        }
    }

    private static Supplier<QuoteSource> sources(PayloadDeclaration declaration, Path declared, List<Path> plugins) {
        if (!declaration.decoder().isEmpty()) {
            Supplier<PayloadDecoder> decoders = Plugins.load(plugins).decoders(declaration.decoder(), declared);
            return () -> new QuoteSource.Decoded(decoders.get(), declaration, System::nanoTime);
        }
        if (!plugins.isEmpty()) {
            throw Problem.of("--plugin")
                    .fault(declared + " has no decoder")
                    .expected("'decoder: NAME' in it")
                    .exception();
        }
        return () -> QuoteSource.declared(declaration);
    }

    /** Returns the capture time of the first tick. */
    long firstTickNs() {
        BadRows bad = new BadRows();
        try (PayloadReader reader = new PayloadReader(this, quotes(), bad)) {
            for (PayloadReader.Payload next = reader.next(); next != null; next = reader.next()) {
                if (!next.quotes().isEmpty()) {
                    return next.recorded().timeNs();
                }
            }
            throw nothing(reader, bad);
        }
    }

    /** Returns the exception for captures without a tick. */
    ProblemException nothing(PayloadReader reader, BadRows bad) {
        return reader.findings().stream().allMatch(line -> line.payloads == 0) ? noPayload(reader, bad) : noTick(bad);
    }

    private ProblemException noTick(BadRows bad) {
        String expected = declaration.decoder().isEmpty()
                ? "lines with an 'instrument', an 'instrument' read from the payloads, or a decoder"
                : "quotes that the decoder '" + declaration.decoder() + "' finds";
        return Problem.ofFault("no payload carries a tick" + describe(bad))
                .expected(expected)
                .exception(ExitStatus.BAD_INPUT);
    }

    private static ProblemException noPayload(PayloadReader reader, BadRows bad) {
        String addresses = reader.otherAddresses().entrySet().stream()
                .sorted(Map.Entry.<InetSocketAddress, Long>comparingByValue().reversed())
                .limit(SHOWN_ADDRESSES)
                .map(each -> String.format(Locale.ROOT, "%s (%,d)", shown(each.getKey()), each.getValue()))
                .collect(Collectors.joining(", "));
        String notes = reader.notes().stream().map(note -> "; " + note).collect(Collectors.joining());
        return Problem.ofFault("no valid datagram goes to an address of 'lines'" + describe(bad) + notes)
                .expected(
                        addresses.isEmpty()
                                ? "captures with UDP datagrams"
                                : "some of those that the captures have: " + addresses)
                .exception(ExitStatus.BAD_INPUT);
    }

    /** Describes the bad payloads, as the end of a sentence. */
    private static String describe(BadRows bad) {
        return bad.count() == 0
                ? ""
                : "; bad payloads: " + bad.count() + ", the first: "
                        + bad.kept().get(0).text();
    }

    private static String shown(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
