/** What a host has that hurts latency: found, wanted, why, how to change it. Looks and never touches. */
@NullMarked
package org.ticktoquote.host.audit;

import org.jspecify.annotations.NullMarked;
