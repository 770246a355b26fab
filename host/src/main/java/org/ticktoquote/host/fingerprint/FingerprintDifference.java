package org.ticktoquote.host.fingerprint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What differs between two hosts, in words. */
public final class FingerprintDifference {
    /** Lines that are lists of words, where only the differing words are reported. */
    private static final Set<String> LISTS = Set.of("boot-parameters", "mitigations");

    private final Fingerprint first;
    private final Fingerprint second;

    public FingerprintDifference(Fingerprint first, Fingerprint second) {
        this.first = first;
        this.second = second;
    }

    /** One sentence for each line that differs; empty when the hosts are the same. */
    public List<String> sentences() {
        Set<String> names = new LinkedHashSet<>(first.lines().keySet());
        names.addAll(second.lines().keySet());
        List<String> sentences = new ArrayList<>();
        for (String name : names) {
            sentence(name).ifPresent(sentences::add);
        }
        return sentences;
    }

    private Optional<String> sentence(String name) {
        String a = first.lines().get(name);
        String b = second.lines().get(name);
        if (a == null) {
            return Optional.of(name + ": only B reports: " + b);
        }
        if (b == null) {
            return Optional.of(name + ": only A reports: " + a);
        }
        if (a.equals(b)) {
            return Optional.empty();
        }
        return Optional.of(name + ": " + (LISTS.contains(name) ? words(a, b) : a + " in A, " + b + " in B"));
    }

    private static String words(String a, String b) {
        Set<String> onlyA = new LinkedHashSet<>(Arrays.asList(a.split(" ", -1)));
        Set<String> onlyB = new LinkedHashSet<>(Arrays.asList(b.split(" ", -1)));
        Set<String> both = new LinkedHashSet<>(onlyA);
        both.retainAll(onlyB);
        onlyA.removeAll(both);
        onlyB.removeAll(both);
        if (onlyA.isEmpty() && onlyB.isEmpty()) {
            return "the same words in another order";
        }
        String left = onlyA.isEmpty() ? "" : "only in A: " + String.join(" ", onlyA);
        String right = onlyB.isEmpty() ? "" : "only in B: " + String.join(" ", onlyB);
        return left + (left.isEmpty() || right.isEmpty() ? "" : "; ") + right;
    }
}
