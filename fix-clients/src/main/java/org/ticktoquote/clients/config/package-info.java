/** The configuration of the FIX clients: the plan of a run, the user's session template, and their one resolved record. */
@NullMarked
package org.ticktoquote.clients.config;

import org.jspecify.annotations.NullMarked;
