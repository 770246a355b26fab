package org.ticktoquote.harness.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a test matrix chooses for the application of a case, in place of options.
 *
 * @param java home of its JVM; empty: the application brings its own, or t2q's
 * @param jvmFlags before its program
 * @param host its name in the inventory; empty: as the options say
 */
public record CaseChoice(Optional<Path> java, List<String> jvmFlags, Optional<String> host) {
    /** Everything is as the options say. */
    static final CaseChoice NONE = new CaseChoice(Optional.empty(), List.of(), Optional.empty());

    public CaseChoice {
        jvmFlags = List.copyOf(jvmFlags);
    }
}
