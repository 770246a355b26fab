package org.ticktoquote.replayer.importing;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.replayer.feed.Decoders;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.feed.Plugins;
import org.ticktoquote.replayer.payload.PayloadDeclaration;

/**
 * Captures, and what is declared of the payloads in them.
 *
 * @param text of the declaration
 * @param sources of what payloads carry, a new one for each reading
 */
record PayloadInput(List<Path> captures, String text, PayloadDeclaration declaration, Supplier<QuoteSource> sources) {
    private static final int SHOWN_ADDRESSES = 10;

    PayloadInput {
        captures = List.copyOf(captures);
    }

    /** Reads the declaration and finds the decoder that it names. */
    static PayloadInput of(List<Path> captures, Path declared, List<Path> plugins, DecodingThread thread) {
        String text = YamlFile.text(declared);
        PayloadDeclaration declaration = PayloadDeclaration.parse(declared.toString(), text);
        Supplier<QuoteSource> sources = sources(declaration, declared, plugins);
        return new PayloadInput(captures, text, declaration, () -> thread.watch(sources.get()));
    }

    private static Supplier<QuoteSource> sources(PayloadDeclaration declaration, Path declared, List<Path> plugins) {
        if (!declaration.decoder().isEmpty()) {
            Supplier<PayloadDecoder> decoders = Decoders.named(declaration.decoder(), Plugins.load(plugins));
            return () -> new DecodedQuotes(decoders.get(), declaration, System::nanoTime);
        }
        if (!plugins.isEmpty()) {
            throw Problem.of("--plugin")
                    .fault(declared + " names no decoder")
                    .expected("'decoder: NAME' in it")
                    .refusal();
        }
        return () -> QuoteSource.declared(declaration);
    }

    /** When the first tick was captured. */
    long firstTickNs() {
        BadPayloads bad = new BadPayloads();
        try (PayloadReader reader = new PayloadReader(captures, declaration, sources.get(), bad)) {
            for (CapturedPayload next = reader.next(); next != null; next = reader.next()) {
                if (!next.quotes().isEmpty()) {
                    return next.payload().timeNs();
                }
            }
            throw nothing(reader, bad);
        }
    }

    /** Captures were read, and have no tick. */
    Refusal nothing(PayloadReader reader, BadPayloads bad) {
        return reader.findings().stream().allMatch(line -> line.payloads() == 0) ? noPayload(reader, bad) : noTick(bad);
    }

    private Refusal noTick(BadPayloads bad) {
        String expected = declaration.decoder().isEmpty()
                ? "an 'instrument', of each line or by a number in the payloads, or a decoder"
                : "quotes that the decoder '" + declaration.decoder() + "' finds";
        return Problem.ofFault("no payload carries a tick" + bad.words())
                .expected(expected)
                .refusal(ExitStatus.BAD_INPUT);
    }

    private static Refusal noPayload(PayloadReader reader, BadPayloads bad) {
        String addresses = reader.otherAddresses().entrySet().stream()
                .sorted(Map.Entry.<InetSocketAddress, Long>comparingByValue().reversed())
                .limit(SHOWN_ADDRESSES)
                .map(each -> String.format(Locale.ROOT, "%s (%,d)", shown(each.getKey()), each.getValue()))
                .collect(Collectors.joining(", "));
        String notes = reader.notes().stream().map(note -> "; " + note).collect(Collectors.joining());
        return Problem.ofFault("no sound datagram goes to an address of 'lines'" + bad.words() + notes)
                .expected(
                        addresses.isEmpty()
                                ? "captures with UDP datagrams"
                                : "some of those that the captures have: " + addresses)
                .refusal(ExitStatus.BAD_INPUT);
    }

    private static String shown(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
