/** Endpoints, ports and TLS stores, and how both sides of a feed find each other. */
@NullMarked
package org.ticktoquote.core.net;

import org.jspecify.annotations.NullMarked;
