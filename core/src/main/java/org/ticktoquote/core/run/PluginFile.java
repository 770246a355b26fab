package org.ticktoquote.core.run;

/**
 * A jar of {@code --plugin}, as loaded by the process that needs it.
 *
 * @param name file name
 * @param sha256 hash of its content, lower-case hexadecimal
 */
public record PluginFile(String name, String sha256) {
    /** Prefix of the manifest's fact with the checksum, before the file name. */
    public static final String FACT = "plugin.";
}
