package org.ticktoquote.pricing;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.EndpointText;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.pricing.dialect.Dialect;
import org.ticktoquote.pricing.fix.FixSettings;
import picocli.CommandLine.Option;

/** Options of the FIX sessions. */
@OptionGroup(
        value = "FIX sessions",
        common = {"--fix-port", "--dialect", "--sessions", "--echo"})
final class FixOptions {
    private static final String NO_ECHO = "none";

    @Option(
            names = "--fix-host",
            defaultValue = "127.0.0.1",
            paramLabel = "HOST",
            description = "address of the FIX acceptor (default: ${DEFAULT-VALUE})")
    private String host;

    @Option(
            names = "--fix-port",
            defaultValue = "0",
            paramLabel = "PORT",
            description = "port of the FIX acceptor; 0: a free port, reported in the "
                    + "status line 'ready' (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--connect",
            paramLabel = "HOST:PORT",
            converter = EndpointText.class,
            description = "connect to clients at this address, once for each session, and "
                    + "retry every second (default: accept connections)")
    private @Nullable Endpoint connect;

    @Option(
            names = "--dialect",
            defaultValue = "plain",
            paramLabel = "NAME",
            description = "FIX dialect: plain, lmax-like, xtx-like, ctrader-like, integral-like, saxo-like, ebs-like, "
                    + "cboe-like, quotes, mass-quotes, hub-like or fixt (default: ${DEFAULT-VALUE})")
    private String dialect;

    @Option(
            names = "--begin-string",
            paramLabel = "VERSION",
            description = "FIX.4.2, FIX.4.3, FIX.4.4, FIX.5.0, FIX.5.0SP1 or FIX.5.0SP2 (also "
                    + "FIXT.1.1) (default: the dialect's, FIX.4.4 for plain)")
    private @Nullable String beginString;

    @Option(
            names = "--sessions",
            defaultValue = "25",
            paramLabel = "N",
            description = "number of sessions, from CLIENT-00; session i has tier i "
                    + "modulo the number of tiers (default: ${DEFAULT-VALUE})")
    private int sessions;

    @Option(
            names = "--comp-id",
            defaultValue = "PRICING",
            paramLabel = "ID",
            description = "CompID of the application (default: ${DEFAULT-VALUE})")
    private String compId;

    @Option(
            names = "--client-prefix",
            defaultValue = "CLIENT-",
            paramLabel = "TEXT",
            description = "CompID of clients without its two-digit number (default: ${DEFAULT-VALUE})")
    private String clientPrefix;

    @Option(
            names = "--echo",
            defaultValue = "278",
            paramLabel = "TAG",
            description = "tag of the id of the newest tick in a price: 278 or 299 in the first "
                    + "entry, other tags in the body, or none (default: ${DEFAULT-VALUE})")
    private String echo;

    @Option(
            names = "--max-queued",
            defaultValue = "10000",
            paramLabel = "N",
            description = "messages queued for a slow session before it is "
                    + "disconnected; 0: no limit (default: ${DEFAULT-VALUE})")
    private int mostQueued;

    FixSettings settings(Problems wrong) {
        int echoTag = wrong.read("--echo", () -> echo.equals(NO_ECHO) ? 0 : tag(echo), 0);
        Dialect spoken = dialect(wrong);
        FixSettings settings = new FixSettings(
                spoken,
                version(spoken, wrong),
                host,
                port,
                connect,
                compId,
                clientPrefix,
                sessions,
                echoTag,
                mostQueued);
        wrong.addAll(settings.errors());
        return settings;
    }

    private Dialect dialect(Problems wrong) {
        Dialect known = Dialect.of(dialect);
        if (known == null) {
            wrong.add(Problem.of("--dialect").value(dialect).expected(String.join(", ", Dialect.names())));
        }
        return known == null ? Dialect.PLAIN : known;
    }

    private FixVersion version(Dialect spoken, Problems wrong) {
        String text = beginString;
        if (text == null) {
            return spoken.version();
        }
        FixVersion version = text.equals(FixVersion.TRANSPORT) ? FixVersion.FIX_50_SP2 : FixVersion.of(text);
        if (version == null) {
            wrong.add(Problem.of("--begin-string").value(text).expected(String.join(", ", FixVersion.names())));
        }
        return version == null ? spoken.version() : version;
    }

    private static int tag(String text) {
        try {
            int tag = Integer.parseInt(text);
            if (tag > 0) {
                return tag;
            }
        } catch (NumberFormatException e) {
            throw noTag(text, e);
        }
        throw noTag(text, null);
    }

    private static ProblemException noTag(String text, @Nullable Exception cause) {
        return Problem.ofValue(text).expected("none or a tag number").exception(cause);
    }
}
