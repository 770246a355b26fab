package org.ticktoquote.replayer.feed;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedJars;
import org.ticktoquote.core.net.PlannedVenue;
import org.ticktoquote.replayer.feed.EncodedFeedProvider.Transport;
import org.ticktoquote.replayer.recording.Recording;

/** All feeds by URI scheme, built-in and from plug-ins. Immutable. */
public final class Feeds {
    /** Feeds that need no plug-in. */
    public static final Feeds BUILT_IN = new Feeds(Feeds.class.getClassLoader());

    private final ClassLoader classes;
    private final Map<String, FeedProvider> byScheme = new TreeMap<>();

    private Feeds(ClassLoader classes) {
        this.classes = classes;
        try {
            ServiceLoader.load(FeedProvider.class, classes).stream()
                    .forEach(each -> add(made("the feed " + each.type().getName(), each)));
            List<Transport> transports = new ArrayList<>(List.of(Transport.UDP, Transport.TCP));
            ServiceLoader.load(MessageTransport.class, classes).stream()
                    .map(each -> made("the transport " + each.type().getName(), each))
                    .map(Transport::of)
                    .forEach(transports::add);
            transports.forEach(each -> add(EncodedFeedProvider.sbe(each)));
            ServiceLoader.load(TickEncoder.class, classes).stream()
                    .forEach(encoders -> addEncoded(transports, encoders));
        } catch (ServiceConfigurationError | LinkageError e) {
            throw Plugins.fault("a feed cannot be loaded: " + Plugins.describe(e), "", e);
        }
    }

    /**
     * Returns the built-in feeds and the plug-ins' feeds.
     *
     * @throws ProblemException if the plug-ins contain no feed, one cannot be loaded, or its scheme is already in use
     */
    public static Feeds with(Plugins plugins) {
        if (plugins.files().isEmpty()) {
            return BUILT_IN;
        }
        Feeds all = new Feeds(plugins.classes());
        if (all.byScheme.size() == BUILT_IN.byScheme.size()) {
            throw Plugins.fault(
                    plugins.names() + ": contains no feed",
                    "META-INF/services/" + FeedProvider.class.getName() + " or " + TickEncoder.class.getName()
                            + " with the name of a class",
                    null);
        }
        return all;
    }

    /** Adds an encoder's feed over each transport. Creates one encoder, possibly of a plug-in's class, to read its protocol. */
    private void addEncoded(List<Transport> transports, Supplier<TickEncoder> encoders) {
        GuardedEncoder first = GuardedEncoder.of(encoders, System::nanoTime);
        String protocol = first.protocol();
        transports.forEach(each -> add(EncodedFeedProvider.of(each, protocol, first.encoderClass(), encoders)));
    }

    private void add(FeedProvider provider) {
        String scheme = made("the scheme of " + className(provider), provider::scheme);
        FeedProvider former = byScheme.putIfAbsent(scheme, provider);
        if (former != null) {
            throw Problem.of("--plugin")
                    .value(scheme + "://")
                    .fault("is used by " + className(provider) + " and by " + className(former))
                    .expected("a scheme of its own")
                    .exception();
        }
        if (!scheme.matches("[a-z][a-z0-9+.-]*")) {
            throw Plugins.fault(
                    className(provider) + " uses the scheme '" + scheme + "'",
                    "lower-case letters, digits, '+', '-' and '.'",
                    null);
        }
    }

    private static String className(FeedProvider provider) {
        return usersClass(provider).getName();
    }

    private static Class<?> usersClass(FeedProvider provider) {
        return provider instanceof EncodedFeedProvider encoded ? encoded.usersClass() : provider.getClass();
    }

    private <T> T made(String what, Supplier<T> maker) {
        return classes == Feeds.class.getClassLoader() ? maker.get() : Plugins.call(what, maker);
    }

    /** Checks the URI of a feed with the provider of its scheme. */
    public void check(String text) {
        check(text, Markets.NONE);
    }

    /** Checks the URI of a feed for given instruments and venues. */
    public void check(String text, Markets markets) {
        call(text, (provider, uri) -> {
            provider.check(uri, markets);
            return null;
        });
    }

    /**
     * Checks what does not depend on the replayer's host in the URI of a feed over UDP or TCP: its form and options. No
     * effect for other feeds.
     */
    public void checkSyntax(String text) {
        call(text, (provider, uri) -> {
            if (provider instanceof EncodedFeedProvider encoded) {
                encoded.checkSyntax(uri);
            }
            return null;
        });
    }

    /** Returns the FIX venues that a feed at the URI would have. */
    public List<PlannedVenue> venues(String text, Markets markets) {
        List<PlannedVenue> venues = call(text, (provider, uri) -> provider.venues(uri, markets));
        return venues == null ? List.of() : venues;
    }

    /** Returns warnings about the feed of a URI that users should read before they trust the figures. */
    public List<String> warnings(String text, Markets markets) {
        List<String> warnings = call(text, (provider, uri) -> provider.warnings(uri, markets));
        return warnings == null ? List.of() : warnings;
    }

    /** Refuses a recording that the feed of a URI cannot send. */
    public void requireFit(String text, Recording recording) {
        call(text, (provider, uri) -> {
            provider.requireFit(uri, recording);
            return null;
        });
    }

    /** Returns which side binds the port of the feed of a URI. */
    public FeedBinding binding(String text) {
        FeedBinding binding = call(text, (provider, uri) -> provider.binding());
        return binding == null ? FeedBinding.APPLICATION : binding;
    }

    /** Opens the feed of a URI such as {@code udp://127.0.0.1:40001} with the provider of its scheme. */
    public Feed open(String text, FeedListener listener) {
        return open(text, Markets.NONE, listener);
    }

    /** Opens the feed of a URI for given instruments and venues. */
    public Feed open(String text, Markets markets, FeedListener listener) {
        Feed feed = call(text, (provider, uri) -> provider.open(uri, markets, listener));
        if (feed == null) {
            throw Plugins.fault("no feed was opened for '" + text + "': null", "", null);
        }
        return feed;
    }

    private boolean ofPlugin(FeedProvider provider) {
        return this != BUILT_IN && usersClass(provider).getClassLoader() == classes;
    }

    /** Calls a provider. Converts an exception of a plug-in into a {@code ProblemException} that names its class. */
    private <T> @Nullable T call(String text, BiFunction<FeedProvider, URI, @Nullable T> question) {
        URI uri = parse(text);
        FeedProvider provider = provider(uri, text);
        try {
            return question.apply(provider, uri);
        } catch (RuntimeException | Error e) {
            if (e instanceof ProblemException || !ofPlugin(provider)) {
                throw e;
            }
            throw Plugins.fault(
                    className(provider) + " failed at --feed '" + text + "': " + Plugins.describe(e), "", e);
        }
    }

    private FeedProvider provider(URI uri, String text) {
        FeedProvider provider =
                uri.getScheme() == null ? null : byScheme.get(uri.getScheme().toLowerCase(Locale.ROOT));
        if (provider == null) {
            throw Problem.of("--feed")
                    .value(text)
                    .fault("is an unknown feed")
                    .expected("one of " + known() + ", or a feed of your own with --plugin")
                    .exception();
        }
        return provider;
    }

    /** Lists all schemes, including the Aeron jar's. That jar is loaded only for its own feeds. */
    private String known() {
        return Stream.concat(byScheme.keySet().stream(), FeedJars.AERON_SCHEMES.stream())
                .distinct()
                .sorted()
                .map(scheme -> scheme + "://")
                .collect(Collectors.joining(", "));
    }

    private static URI parse(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException malformed) {
            throw Problem.of("--feed")
                    .value(text)
                    .fault("is not a URI: " + malformed.getMessage())
                    .exception();
        }
    }
}
