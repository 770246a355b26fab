/** Sessions of QuickFIX/J over t2q's own connections: ports, dialling, TLS, outgoing bytes, heartbeats. */
@NullMarked
package org.ticktoquote.fix.session;

import org.jspecify.annotations.NullMarked;
