package org.ticktoquote.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Certificates of a venue and of an application, as a venues file and the built-in application are told of them. */
final class TlsParty {
    private final Path folder;
    private final Path password;

    private TlsParty(Path folder, Path password) {
        this.folder = folder;
        this.password = password;
    }

    /** With its password in a file there. */
    static TlsParty in(Path folder) throws IOException {
        return new TlsParty(folder, Files.writeString(folder.resolve("password"), "changeit\n"));
    }

    static Path store(String name) {
        return T2qProcess.root().resolve("replayer/src/test/resources/tls").resolve(name + ".p12");
    }

    /** A file that declares venues. */
    Path venues(String declared) throws IOException {
        return Files.writeString(folder.resolve("venues.yaml"), "venues: {" + declared + "}\n");
    }

    /** The certificate of a venue, as a key of its tls. */
    String venue() {
        return "keyStore: '" + store("venue") + "', keyStorePassword: 'file:" + password + "'";
    }

    /** Which applications a venue lets in. */
    String venueTrust() {
        return "trustStore: '" + store("trust") + "', trustStorePassword: 'file:" + password + "'";
    }

    /** Which venues an application trusts, as its options. */
    String trust() {
        return "--trust-store '" + store("trust") + "' --trust-store-password 'file:" + password + "'";
    }

    /** The certificate of an application. */
    String own() {
        return "--key-store '" + store("application") + "' --key-store-password 'file:" + password + "'";
    }
}
