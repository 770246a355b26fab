package org.ticktoquote.core.net;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.program.ProductJar;

/** Finds the jars that a feed needs: the jars named by the user and, for Aeron, the jar next to {@code t2q.jar}. */
public final class FeedJars {
    /** URI schemes of the Aeron jar. */
    public static final List<String> AERON_SCHEMES = List.of("aeron+ipc", "aeron+udp");

    private static final ProductJar AERON = new ProductJar("t2q-aeron.jar", "./t2q with --feed aeron+...");

    /** An Aeron scheme, alone or after the protocol of an encoder. */
    private static final Pattern OVER_AERON = Pattern.compile(
            "(?i)([^:/?#]*\\+)?(" + String.join("|", AERON_SCHEMES).replace("+", "\\+") + "):.*");

    private FeedJars() {}

    /**
     * Returns all jars. A {@code t2q-aeron.jar} that the user named replaces t2q's own.
     *
     * @throws ProblemException if the jar for Aeron is needed and missing
     */
    public static List<Path> of(String feed, List<Path> named) {
        if (!OVER_AERON.matcher(feed).matches() || named.stream().anyMatch(jar -> jar.endsWith(AERON.name()))) {
            return List.copyOf(named);
        }
        List<Path> all = new ArrayList<>(named);
        all.add(AERON.file());
        return List.copyOf(all);
    }
}
