/** FIX sessions of QuickFIX/J over connections of ours: ports, dialling, TLS, outgoing bytes, heartbeats. */
@NullMarked
package org.ticktoquote.fix.session;

import org.jspecify.annotations.NullMarked;
